import { useState } from 'react'
import { readProblem } from './api-problem.ts'
import { latestOnly } from './latest-only.ts'

const OFFLINE = 'We could not reach the server. Please try again.'

/** Runs requests of a component of which each replaces the one before, with the error message of the last one. */
export function useLatest() {
  const [requests] = useState(latestOnly)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function run<T>(ask: () => Promise<T>, done: (answer: T) => void) {
    setBusy(true)
    setFailure(null)
    await requests.run(ask, {
      done: (answer) => {
        setBusy(false)
        done(answer)
      },
      failed: (error) => {
        setBusy(false)
        setFailure(readProblem(error).message ?? OFFLINE)
      },
    })
  }

  /** Ignores the outcome of the request that is running. */
  function drop() {
    requests.drop()
    setBusy(false)
    setFailure(null)
  }

  return { busy, failure, run, drop }
}
