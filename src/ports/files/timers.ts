/** Says when time is up. */
export interface Timers {
  /** @param ms milliseconds from now. @returns what takes it back */
  after(ms: number, run: () => void): () => void
}

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    // Nothing waits for a limit alone.
    timer.unref()
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
