import type { IncomingMessage } from 'node:http'
import { MAX_BODY_BYTES } from './body-limit.ts'

/** Bodies that may be on their way to a process at once; the slowest one is given up when there are more. */
const UNFINISHED_AT_MOST = 500

export interface BodyReceiver {
  /**
   * Reads the whole body of a request, which the framework then finds in `rawBody`.
   * @param done called once: `whole`; `late` when it took too long; `large` when it is larger than a body may be. It is not called
   * when the client goes away.
   */
  receive(request: IncomingMessage, done: (outcome: 'whole' | 'late' | 'large') => void): void
}

/**
 * Receives bodies before a request is counted and answered: a client that sends a byte a second keeps a small buffer, and no place
 * among the requests that a process answers at once.
 * @param timeMs how long a body may take, in milliseconds
 */
export function receiveBodies(timeMs: number, atMost = UNFINISHED_AT_MOST): BodyReceiver {
  /** How to give up each body that is on its way, the one that began first at the front. */
  const unfinished = new Set<() => void>()
  return {
    receive(request, done) {
      const chunks: Buffer[] = []
      let bytes = 0
      const end = (outcome?: 'whole' | 'late' | 'large') => {
        if (!unfinished.delete(giveUp)) return
        clearTimeout(timer)
        request.off('data', take).off('end', finish).off('close', leave)
        if (outcome) done(outcome)
      }
      const giveUp = () => end('late')
      const leave = () => end()
      const take = (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_BODY_BYTES) return end('large')
        chunks.push(chunk)
      }
      const finish = () => {
        Object.assign(request, { rawBody: Buffer.concat(chunks, bytes) })
        end('whole')
      }
      const timer = setTimeout(giveUp, timeMs)
      unfinished.add(giveUp)
      request.on('data', take).on('end', finish).on('close', leave)
      const [slowest] = unfinished
      if (unfinished.size > atMost) slowest?.()
    },
  }
}

/** Whether a body follows that is to be received first: files are passed on while they come, and what is too large is refused unread. */
export function hasShortBody(request: IncomingMessage, path: string): boolean {
  if (path.startsWith('/uploads/')) return false
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  return (
    encoding !== undefined || (length !== undefined && Number(length) > 0 && Number(length) <= MAX_BODY_BYTES)
  )
}
