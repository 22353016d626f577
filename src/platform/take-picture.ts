import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Refused, refused } from './errors.ts'
import { inTurn, receiveMedia } from './receive-media.ts'
import type { Crop, SanitizedFile } from './sanitize-image.ts'

/** Why an upload is not an acceptable picture. */
export type PictureFault = 'empty' | 'too_large' | 'heic' | 'not_a_picture' | 'too_many_pixels' | 'unreadable'

/**
 * Receives an uploaded picture: checks its bytes and re-encodes it in our sizes. The upload is deleted, and
 * so are the generated files once `keep` has finished.
 * @param limits of the uploaded picture
 * @param keep stores the files, which are in order of their widths
 * @param crop square to keep
 */
export async function takePicture<T>(
  body: ReadableStream<Uint8Array>,
  limits: { bytes: number; pixels: number },
  keep: (files: SanitizedFile[]) => Promise<T>,
  crop?: Crop,
): Promise<T | Refused<PictureFault>> {
  const folder = await mkdtemp(join(tmpdir(), 'greenside-picture-'))
  try {
    const path = join(folder, 'given')
    const received = await receiveMedia(body, path, () => limits.bytes)
    if (!received.ok)
      return refused(
        received.reason !== 'unknown' ? received.reason : received.isHeic ? 'heic' : 'not_a_picture',
      )
    const { kind } = received
    if (kind.family !== 'image') return refused('not_a_picture')
    return await inTurn(async () => {
      // Loaded on first use, because processes start faster without it.
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
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
