/** Where the present comes from. Tests and the demo pass a clock of their own. */
export interface Clock {
  /** The present instant in milliseconds since 1970, UTC. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that stands still until it is moved. @param start milliseconds since 1970, UTC */
export function movableClock(
  start: number,
): Clock & { moveTo(instant: number): void; advance(ms: number): void } {
  let present = start
  return {
    now: () => present,
    moveTo: (instant) => {
      present = instant
    },
    advance: (ms) => {
      present += ms
    },
  }
}
