import { sendFile } from '#platform/send-file.ts'
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
 * Sends a file's bytes.
 * @param of whose file it is and its id: the server makes one attachment of each id, and none for another session
 * @param onProgress hears of the part that is there, 0 to 1
 * @returns the attachment as the server made it
 * @throws UploadFailed; the signal's reason when it was cancelled
 */
export const upload = (
  of: { id: string; userId: string },
  bytes: Blob,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Attachment> =>
  sendFile(
    `${uploadAddress}?${new URLSearchParams({ id: of.id, by: of.userId })}`,
    bytes,
    isAttachment,
    onProgress,
    signal,
  )

function isAttachment(answer: unknown): answer is Attachment {
  return typeof answer === 'object' && answer !== null && 'id' in answer && 'files' in answer
}
