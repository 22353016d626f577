/** Measures how long a page was visible. */
export interface ViewTimer {
  show(): void
  hide(): void
  /** Whole seconds visible so far. */
  seconds(): number
}

/** @param readClock a monotonic clock in milliseconds */
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
