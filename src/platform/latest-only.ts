interface Outcome<T> {
  done: (answer: T) => void
  failed: (error: unknown) => void
}

/**
 * Runs requests of which each replaces the one before, such as previews of something that changes. Answers and failures of earlier
 * requests are ignored. Pure.
 */
export function latestOnly() {
  let asked = 0
  return {
    async run<T>(ask: () => Promise<T>, { done, failed }: Outcome<T>): Promise<void> {
      const turn = ++asked
      try {
        const answer = await ask()
        if (turn === asked) done(answer)
      } catch (error) {
        if (turn === asked) failed(error)
      }
    },
    /** Ignores the outcome of the request that is running. */
    drop() {
      asked++
    },
  }
}
