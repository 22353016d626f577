const LOST = 'The upload was interrupted. Try again when you are online.'
/** Timeouts without progress: during the upload, and then while the server processes the file. */
const SILENT_MS = 30_000
const WORKING_MS = 180_000

/**
 * An upload error: the API's stable reason, `offline` when there was no response, and a message for the user.
 */
export class UploadFailed extends Error {
  readonly code: string

  constructor(code: string, words: string) {
    super(words)
    this.code = code
  }
}

/**
 * Uploads a file as the body of a POST.
 * @param isRight whether a response has the expected form
 * @param onProgress receives the fraction that was sent, 0 to 1
 * @throws UploadFailed; the signal's reason when it was canceled
 */
export function sendFile<Answer>(
  address: string,
  bytes: Blob,
  isRight: (answer: unknown) => answer is Answer,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  // `fetch` does not report upload progress.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const lost = () => reject(new UploadFailed('offline', LOST))
    let silence: ReturnType<typeof setTimeout> | undefined
    const expectSign = (within: number) => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        lost()
        request.abort()
      }, within)
    }
    request.open('POST', address)
    request.responseType = 'json'
    request.setRequestHeader('content-type', bytes.type || 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => {
      expectSign(SILENT_MS)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.upload.onload = () => expectSign(WORKING_MS)
    request.onload = () => {
      const answer: unknown = request.response
      if (request.status < 300 && isRight(answer)) resolve(answer)
      else reject(failureOf(answer))
    }
    request.onerror = lost
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => clearTimeout(silence)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    expectSign(SILENT_MS)
    request.send(bytes)
  })
}

/** A response without our error format came from an intermediary, such as a proxy. */
function failureOf(answer: unknown): UploadFailed {
  return typeof answer === 'object' && answer !== null && 'message' in answer && 'code' in answer
    ? new UploadFailed(String(answer.code), String(answer.message))
    : new UploadFailed('offline', LOST)
}
