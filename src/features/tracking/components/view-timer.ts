/** How long a page was in front of somebody: the time it was hidden does not count. */
export interface ViewTimer {
  show(): void
  hide(): void
  /** Whole seconds in sight so far. */
  seconds(): number
}

/** @param readClock milliseconds of a clock that only goes forward */
export function viewTimer(readClock: () => number, isVisible: boolean): ViewTimer {
  let before = 0
  let since = isVisible ? readClock() : null
  return {
    show() {
      since ??= readClock()
    },
    hide() {
      if (since !== null) before += readClock() - since
      since = null
    },
    seconds: () => Math.floor((before + (since === null ? 0 : readClock() - since)) / 1_000),
  }
}
