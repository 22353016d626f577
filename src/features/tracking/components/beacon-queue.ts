import type { BeaconEvent } from '../schema.ts'
import { BEACON_EVENTS } from '../tracking.ts'

/** How a browser sends: the first beacon is waited for, because its answer brings the session's cookie. */
export interface Sender {
  first(body: string): Promise<boolean>
  later(body: string): void
}

export interface BeaconQueue {
  add(event: BeaconEvent): void
  /** Sends what waits; the first beacon's answer is not waited for when the page is left. */
  flush(options?: { isLeaving: boolean }): void
  stop(): void
}

/** Events leave together: within a second, or when the page is left. What does not arrive is lost, and nobody minds. */
export function beaconQueue(sender: Sender, waitMs = 1_000): BeaconQueue {
  let waiting: BeaconEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let session: 'none' | 'asked' | 'there' = 'none'

  const flush = ({ isLeaving } = { isLeaving: false }) => {
    if (waiting.length === 0 || (session === 'asked' && !isLeaving)) return
    clearTimeout(timer)
    timer = undefined
    const body = JSON.stringify({ events: waiting.splice(0, BEACON_EVENTS) })
    if (session !== 'none') sender.later(body)
    else {
      session = 'asked'
      void sender.first(body).then((isThere) => {
        session = isThere ? 'there' : 'none'
        flush()
      })
    }
    if (waiting.length > 0) flush({ isLeaving })
  }

  return {
    add(event) {
      waiting.push(event)
      if (waiting.length >= BEACON_EVENTS) flush()
      else timer ??= setTimeout(flush, waitMs)
    },
    flush,
    stop() {
      clearTimeout(timer)
      waiting = []
    },
  }
}
