import { useRef, useState } from 'react'
import { type ApiProblem, readProblem } from '#platform/api-problem.ts'

const OFFLINE = 'We could not reach the server. What you typed is still here: please try again.'

/**
 * One thing a form or a button does: one at a time, with what went wrong in words.
 * @param offline what is said when no answer came at all
 */
export function useAttempt(offline = OFFLINE) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef(false)

  /** @param explain takes care of a problem itself and says so with true */
  async function attempt(work: () => Promise<void>, explain?: (problem: ApiProblem) => boolean) {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      const problem = readProblem(error)
      if (!explain?.(problem)) setFailure(problem.message ?? offline)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return { busy, failure, attempt }
}
