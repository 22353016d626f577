import { attachmentLimits, uploadAddress, uploadRefusalTexts } from '../attachments/attachment.ts'
import type { Attachment } from '../schema.ts'

const LOST = 'The line broke. Try again when you are online.'

/** What went wrong, in words for whoever chose the file. */
export class UploadFailed extends Error {}

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
 * @param onProgress hears of the part that is there, 0 to 1
 * @returns the attachment as the server made it
 * @throws UploadFailed with words for people; the signal's reason when it was cancelled
 */
export function upload(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Attachment> {
  // `fetch` does not tell how much was sent.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', uploadAddress)
    request.responseType = 'json'
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const answer: unknown = request.response
      if (request.status < 300 && isAttachment(answer)) resolve(answer)
      else reject(new UploadFailed(wordsOf(answer) ?? LOST))
    }
    request.onerror = () => reject(new UploadFailed(LOST))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

function isAttachment(answer: unknown): answer is Attachment {
  return typeof answer === 'object' && answer !== null && 'id' in answer && 'files' in answer
}

function wordsOf(answer: unknown): string | null {
  return typeof answer === 'object' && answer !== null && 'message' in answer ? String(answer.message) : null
}
