import { isPlayedEverywhere } from '#platform/playable-video.ts'
import { sendFile, UploadFailed } from '#platform/send-file.ts'
import { attachmentLimits, uploadAddress, uploadRefusalTexts } from '../attachments/attachment.ts'
import type { Attachment } from '../schema.ts'

/** Why a file would not be taken, as far as its name and size tell; the server looks at the bytes. */
export function whyNotUpload(file: Pick<File, 'type' | 'size'>): string | null {
  const isVideo = file.type.startsWith('video/')
  if (!isVideo && !file.type.startsWith('image/')) return uploadRefusalTexts.not_a_picture_or_video
  if (file.size === 0) return uploadRefusalTexts.empty
  const { bytes } = isVideo ? attachmentLimits.video : attachmentLimits.image
  return file.size > bytes ? uploadRefusalTexts.too_large : null
}

/**
 * Sends a file's bytes; a video that not every browser plays is encoded anew before, where this browser can.
 * @param of whose file it is and its id: the server makes one attachment of each id, and none for another session
 * @param onProgress hears of the part that is there, 0 to 1
 * @returns the attachment as the server made it
 * @throws UploadFailed; the signal's reason when it was cancelled
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

/** The same bytes when everybody can play them, or when the server has to say what is wrong. @throws UploadFailed */
async function toPlayable(bytes: Blob, onProgress: (part: number) => void, signal: AbortSignal) {
  // Without a line its code can't come; the file can't go either, and is looked at again then.
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
