import { isPlayedEverywhere } from '#platform/playable-video.ts'
import { sendFile, UploadFailed } from '#platform/send-file.ts'
import { attachmentLimits, uploadAddress, uploadRefusalTexts } from '../attachments/attachment.ts'
import type { Attachment } from '../schema.ts'

/** Why a file would be rejected, based on its type and size; the server checks the content. */
export function whyNotUpload(file: Pick<File, 'type' | 'size'>): string | null {
  const isVideo = file.type.startsWith('video/')
  if (!isVideo && !file.type.startsWith('image/')) return uploadRefusalTexts.not_a_picture_or_video
  if (file.size === 0) return uploadRefusalTexts.empty
  const { bytes } = isVideo ? attachmentLimits.video : attachmentLimits.image
  return file.size > bytes ? uploadRefusalTexts.too_large : null
}

/**
 * Uploads a file. A video in a format that not every browser can play is re-encoded first if this browser
 * supports it.
 * @param of the owner and the id of the file: the server creates one attachment per id, and rejects other
 *   users' sessions
 * @param onProgress called with the progress from 0 to 1
 * @returns the attachment created by the server
 * @throws UploadFailed; the signal's reason if it was aborted
 */
export async function upload(
  of: { id: string; userId: string },
  bytes: Blob,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Attachment> {
  const file = bytes.type.startsWith('video/')
    ? await toPlayable(bytes, (part) => onProgress(part / 2), signal)
    : bytes
  const before = file === bytes ? 0 : 0.5
  return await sendFile(
    `${uploadAddress}?${new URLSearchParams({ id: of.id, by: of.userId })}`,
    file,
    isAttachment,
    (part) => onProgress(before + part * (1 - before)),
    signal,
  )
}

/**
 * Returns the bytes unchanged if every browser can play them, or if the server should report the error.
 * @throws UploadFailed
 */
async function toPlayable(bytes: Blob, onProgress: (part: number) => void, signal: AbortSignal) {
  // Offline the encoder cannot be loaded. The upload cannot succeed either, and the file is checked again on
  // the next attempt.
  const encoding = await import('#platform/encode-video.ts').catch(() => null)
  if (!encoding) return bytes
  const input = encoding.openVideo(bytes)
  try {
    const track = await input.getPrimaryVideoTrack().catch(() => null)
    if (!track?.codec || isPlayedEverywhere(track.codec, bytes.type !== 'video/webm')) return bytes
    return await encoding.encodeAnew(input, track, signal, onProgress)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof encoding.NotPlayedEverywhere)
      throw new UploadFailed('not_played_everywhere', error.message)
    throw error
  } finally {
    input.dispose()
  }
}

function isAttachment(answer: unknown): answer is Attachment {
  return typeof answer === 'object' && answer !== null && 'id' in answer && 'files' in answer
}
