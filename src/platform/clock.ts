/** The source of the current time. Tests and the demo pass their own. */
export interface Clock {
  /** The current time in milliseconds since 1970, UTC. */
  now(): number
}

/**
 * A clock other than the system clock. Database connections need its setting so that `current_instant()`
 * agrees with it.
 */
export interface MovableClock extends Clock {
  /** The name and value of the setting for database connections. Changes whenever the clock is moved. */
  databaseSetting(): { name: 'greenside.stands_at' | 'greenside.runs_ahead'; value: string }
}

/** The system clock. In a browser that shows a demo with a moved clock, it is ahead by the same amount. */
export const systemClock: Clock = { now: () => Date.now() + aheadInBrowser() }

/** Milliseconds since 1970 by the device's own clock, for what tabs of a browser tell each other: a demo's clock does not move it. */
export const deviceNow = (): number => Date.now()

/** A clock that changes only when it is moved. @param start milliseconds since 1970, UTC */
export function movableClock(
  start: number,
): MovableClock & { moveTo(instant: number): void; advance(ms: number): void } {
  let present = start
  return {
    now: () => present,
    databaseSetting: () => ({ name: 'greenside.stands_at', value: new Date(present).toISOString() }),
    moveTo: (instant) => {
      present = instant
    },
    advance: (ms) => {
      present += ms
    },
  }
}

/** A clock that runs with the system clock and can be set ahead of it, for the demo. */
export function shiftedClock(): MovableClock & { readonly aheadMs: number; setAhead(ms: number): void } {
  let aheadMs = 0
  return {
    now: () => Date.now() + aheadMs,
    databaseSetting: () => ({ name: 'greenside.runs_ahead', value: `${aheadMs} milliseconds` }),
    get aheadMs() {
      return aheadMs
    },
    setAhead: (ms) => {
      aheadMs = ms
    },
  }
}

/** Only a demo sets this attribute. */
function aheadInBrowser(): number {
  return typeof document === 'undefined' ? 0 : Number(document.documentElement.dataset.clockAhead ?? 0)
}
