/** Uploads a file in parts with the tus protocol, resuming after connection errors. */

const CHUNK_BYTES = 4 * 1024 * 1024
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 30_000, 30_000, 30_000]
const LOST = 'The connection was lost. Try again to resume the upload where it stopped.'
const REFUSED = 'The upload was refused. Please try again.'

/**
 * @param address the upload's tus URL
 * @param on.progress called with the uploaded share, 0 to 1
 * @param on.waiting called when the server becomes unreachable or reachable
 * @throws Error with a message for the user; the signal's reason when it was cancelled
 */
export async function sendParts(
  file: Blob,
  address: string,
  signal: AbortSignal,
  on: { progress: (part: number) => void; waiting: (isWaiting: boolean) => void },
): Promise<void> {
  const { Upload } = await import('tus-js-client')
  await new Promise<void>((done, fail) => {
    const upload = new Upload(file, {
      uploadUrl: address,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS,
      storeFingerprintForResuming: false,
      onProgress: (sent, total) => on.progress(total > 0 ? sent / total : 0),
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0
        on.waiting(status === 0)
        return status === 0 || status >= 500 || status === 409 || status === 423
      },
      onSuccess: () => done(),
      onError: (error) => fail(new Error(isLost(error) ? LOST : REFUSED)),
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      fail(signal.reason)
    })
    upload.start()
  })
}

const isLost = (error: Error) =>
  !('originalResponse' in error) || error.originalResponse === null || error.originalResponse === undefined
