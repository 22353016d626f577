import { useRef, useState } from 'react'
import { type ApiProblem, readProblem } from '#platform/api-problem.ts'

const OFFLINE = 'We could not reach the server. What you typed is still here: please try again.'

/**
 * Runs the action of a form or button, one at a time, with an error message.
 * @param offline the message when there was no response
 */
export function useAttempt(offline = OFFLINE) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef(false)

  /** @param explain returns true if it has handled the problem itself */
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
