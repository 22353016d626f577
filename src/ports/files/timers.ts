/** Says when time is up. */
export interface Timers {
  /**
   * @param ms milliseconds from now
   * @param holds whether the process goes on until then: true for a pause that work waits for, left out for a limit
   * @returns what takes it back
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

/** Watches that something moves: whoever expects a sign of life says within how long, each time anew. */
export function watchdog(timers: Timers, bite: (error: Error) => void) {
  let takeBack: (() => void) | undefined
  return {
    /** @param ms milliseconds without a sign of life until it is over */
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
