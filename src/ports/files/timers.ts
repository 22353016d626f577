/** Runs callbacks after a delay. */
export interface Timers {
  /**
   * @param ms milliseconds from now
   * @param holds keeps the process alive: true for a pause before more work, omitted for a timeout
   * @returns a function that cancels the timer
   */
  after(ms: number, run: () => void, holds?: boolean): () => void
}

export const systemTimers: Timers = {
  after(ms, run, holds = false) {
    const timer = setTimeout(run, ms)
    if (!holds) timer.unref()
    return () => clearTimeout(timer)
  },
}

/** An inactivity timeout; each call of `expect` restarts it. */
export function watchdog(timers: Timers, bite: (error: Error) => void) {
  let takeBack: (() => void) | undefined
  return {
    /** @param ms milliseconds without activity until the timeout */
    expect(ms: number) {
      takeBack?.()
      takeBack = timers.after(ms, () => bite(new Error(`file storage was silent for ${ms / 1_000} s`)))
    },
    calm() {
      takeBack?.()
      takeBack = undefined
    },
  }
}
