import { join } from 'node:path'
import { inEncodingTurn } from './encoding-turns.ts'
import { type Refused, refused } from './errors.ts'
import { receiveMedia } from './receive-media.ts'
import type { Crop, SanitizedFile } from './sanitize-image.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

/** Why an upload is not an acceptable picture. */
export type PictureFault = 'empty' | 'too_large' | 'heic' | 'not_a_picture' | 'too_many_pixels' | 'unreadable'

/**
 * Receives an uploaded picture, checks its bytes, and re-encodes it in our sizes. The upload and the encoded files are deleted when `keep`
 * has returned.
 * @param ownerId the uploader; one picture of a user is encoded at a time
 * @param limits for the uploaded file
 * @param keep stores the encoded files, which are sorted by width
 * @param crop keeps a square of it
 */
export async function receivePicture<T>(
  ownerId: string,
  body: ReadableStream<Uint8Array>,
  limits: { bytes: number; pixels: number },
  keep: (files: SanitizedFile[]) => Promise<T>,
  crop?: Crop,
): Promise<T | Refused<PictureFault>> {
  return await inTemporaryFolder('picture', async (folder) => {
    const path = join(folder, 'given')
    const received = await receiveMedia(body, path, () => limits.bytes)
    if (!received.ok)
      return refused(
        received.reason !== 'unknown' ? received.reason : received.isHeic ? 'heic' : 'not_a_picture',
      )
    const { kind } = received
    if (kind.family !== 'image') return refused('not_a_picture')
    return await inEncodingTurn(ownerId, async () => {
      // Loaded with the first file: most processes start faster without.
      const { sanitizeImage, UnreadableMedia } = await import('./sanitize-image.ts')
      let files: SanitizedFile[]
      try {
        files = await sanitizeImage(path, kind, folder, limits, crop)
      } catch (error) {
        if (!(error instanceof UnreadableMedia)) throw error
        return refused(error.reason === 'too_many_pixels' ? error.reason : 'unreadable')
      }
      return await keep(files)
    })
  })
}
