/** How long a page was in front of somebody: the time it was hidden does not count. */
export interface ViewTimer {
  show(): void
  hide(): void
  /** Whole seconds in sight so far. */
  seconds(): number
}

/** @param now milliseconds of a clock that only goes forward */
export function viewTimer(now: () => number, isVisible: boolean): ViewTimer {
  let before = 0
  let since = isVisible ? now() : null
  return {
    show() {
      since ??= now()
    },
    hide() {
      if (since !== null) before += now() - since
      since = null
    },
    seconds: () => Math.floor((before + (since === null ? 0 : now() - since)) / 1_000),
  }
}
