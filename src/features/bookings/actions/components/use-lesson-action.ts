import { useRef, useState } from 'react'
import { type ApiProblem, readProblem } from '#platform/api-problem.ts'
import { useRefreshLessons } from './use-refresh-lessons.ts'

const OFFLINE =
  'We could not reach the server. What you chose and typed is still here; trying again does nothing twice.'

/**
 * One thing done with a lesson: one at a time however often it is pressed. A refusal is told in the server's words, and what
 * the page shows is asked for again, because it was out of date.
 */
export function useLessonAction() {
  const refresh = useRefreshLessons()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const running = useRef(false)

  /** @param explain takes care of a problem itself and says so with true */
  async function run(work: () => Promise<void>, explain?: (problem: ApiProblem) => boolean): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(null)
    setCode(null)
    try {
      await work()
      await refresh()
    } catch (error) {
      const problem = readProblem(error)
      setCode(problem.code)
      if (!explain?.(problem)) setFailure(problem.message ?? OFFLINE)
      if (problem.code !== 'offline') await refresh().catch(() => undefined)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return { busy, failure, code, run }
}
