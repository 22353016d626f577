import { createReadStream } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { type Timers, watchdog } from './timers.ts'

/**
 * Uploads a file as the body of a PUT, streamed in chunks. Not with `fetch`, which limits an upload to five
 * minutes in total; here only inactivity is limited: during the upload, and then until the response begins.
 * @throws Error when the connection is lost or inactive for too long
 */
export function sendFileTo(
  url: URL,
  headers: Headers,
  file: { path: string; bytes: number },
  limits: { headersMs: number; idleMs: number; timers: Timers },
): Promise<{ status: number; text: string; retryAfter: string | null }> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'http:' ? httpRequest : httpsRequest
    const source = createReadStream(file.path)
    const request = send(url, {
      method: 'PUT',
      headers: { ...Object.fromEntries(headers), 'content-length': file.bytes },
    })
    const dog = watchdog(limits.timers, (error) => fail(error))
    let answered = false
    const fail = (error: Error) => {
      dog.calm()
      source.destroy()
      request.destroy()
      reject(error)
    }
    async function answer(message: IncomingMessage) {
      answered = true
      // The service may reject the request before it has read the whole body.
      source.destroy()
      try {
        const words = await text(message)
        dog.calm()
        if (!request.writableEnded) request.destroy()
        resolve({
          status: message.statusCode ?? 0,
          text: words,
          retryAfter: message.headers['retry-after'] ?? null,
        })
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)))
      }
    }
    request.on('response', (message) => void answer(message))
    request.on('error', (error) => answered || fail(error))
    source.on('error', (error) => answered || fail(error))
    // Chunks are read at the speed of the connection.
    source.on('data', () => dog.expect(limits.idleMs))
    source.on('end', () => dog.expect(limits.headersMs))
    dog.expect(limits.idleMs)
    source.pipe(request)
  })
}
