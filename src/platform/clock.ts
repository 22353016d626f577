/** Where the present comes from. Tests and the demo pass a clock of their own. */
export interface Clock {
  /** The present instant in milliseconds since 1970, UTC. */
  now(): number
}

/** A clock that is not the machine's: the database must be told, so that `current_instant()` says the same. */
export interface MovableClock extends Clock {
  /** What a database connection is told: the name of a setting and its value. Changes whenever the clock was moved. */
  databaseSetting(): { name: 'greenside.stands_at' | 'greenside.runs_ahead'; value: string }
}

/** The machine's time. In a browser that shows a demo whose clock was moved, it runs ahead as the demo's does. */
export const systemClock: Clock = { now: () => Date.now() + aheadInBrowser() }

/** A clock that stands still until it is moved. @param start milliseconds since 1970, UTC */
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

/** A clock that runs as the machine's does, and can be put ahead of it: a demo's. */
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

/** Only a demo writes the attribute. */
function aheadInBrowser(): number {
  return typeof document === 'undefined' ? 0 : Number(document.documentElement.dataset.clockAhead ?? 0)
}
