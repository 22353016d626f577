import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** What a process does when it is told to stop, in this order. */
export interface Ending {
  /** Says that no more requests are wanted. */
  drain(): void
  /** Tells listeners to go to another process. */
  hangUp(): Promise<void>
  /** Ends what runs behind the requests: jobs, then connections. */
  stop(): Promise<void>
}

/** Nobody came for so long: what was on its way is here. A process that is busy needs more than the blink of an eye to see it. */
const QUIET_MS = 100

/**
 * Requests are answered while whoever shares them out notices that no more are wanted; then the last ones are answered, and only then
 * does what they need go away.
 * @param times `drainMs`: how long new requests are still taken; `limitMs`: when the last ones are cut off
 */
export async function shutDown(
  server: Server | null,
  ending: Ending,
  times: { drainMs: number; limitMs: number },
): Promise<void> {
  const began = performance.now()
  let came = 0
  ending.drain()
  // Each answer is its connection's last, so that nobody sends another request just when it is closed.
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
