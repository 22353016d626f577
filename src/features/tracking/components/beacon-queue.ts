import type { BeaconEvent } from '../schema.ts'
import { BEACON_EVENTS } from '../tracking.ts'

/**
 * How the browser sends beacons. The response to the first one is awaited, because it sets the session
 * cookie.
 */
export interface BeaconSender {
  first(body: string): Promise<boolean>
  later(body: string): void
}

export interface BeaconQueue {
  add(event: BeaconEvent): void
  /**
   * Sends the queued events; when the page is being left, the response to the first beacon is not awaited.
   */
  flush(options?: { isLeaving: boolean }): void
  stop(): void
}

/** Batches events: they are sent within a second, or when the page is left. Lost events are acceptable. */
export function beaconQueue(sender: BeaconSender, waitMs = 1_000): BeaconQueue {
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
