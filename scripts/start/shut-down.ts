import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** The steps of a shutdown, in this order. */
export interface Ending {
  /** Reports the process as not ready for more requests. */
  drain(): void
  /** Closes event streams, so that their clients reconnect to another process. */
  hangUp(): Promise<void>
  /** Stops background work: jobs, then connections. */
  stop(): Promise<void>
}

/** If no request arrives for this long, the ones in transit have arrived. A shorter interval would be unreliable in a busy process. */
const QUIET_MS = 100

/**
 * Keeps answering requests until the load balancer has noticed the drain, then finishes the last ones, and only then releases what they
 * use.
 * @param times `drainMs`: how long new requests are still accepted; `limitMs`: when the last ones are cut off
 */
export async function shutDown(
  server: Server | null,
  ending: Ending,
  times: { drainMs: number; limitMs: number },
): Promise<void> {
  const began = performance.now()
  let came = 0
  ending.drain()
  // Closes each connection after its next response, so that a client does not send a request on a connection that is about to close.
  server?.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
    came++
    response.shouldKeepAlive = false
  })
  await pause(times.drainMs)
  if (server) {
    for (let before = -1; before !== came && performance.now() - began < times.limitMs / 2; ) {
      before = came
      await pause(QUIET_MS)
    }
  }
  await ending.hangUp()
  if (server) await closed(server, times.limitMs - (performance.now() - began))
  await ending.stop()
}

async function closed(server: Server, limitMs: number) {
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const cutOff = setTimeout(() => server.closeAllConnections(), Math.max(0, limitMs))
  await new Promise<void>((done) => server.close(() => done()))
  clearInterval(idle)
  clearTimeout(cutOff)
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
