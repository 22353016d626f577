import { useState } from 'react'
import type { ApiProblem } from '#platform/api-problem.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useRefreshLessons } from './use-refresh-lessons.ts'

const OFFLINE =
  'We could not reach the server. What you chose and typed is still here; trying again does nothing twice.'

/**
 * One thing done with a lesson: one at a time however often it is pressed. A refusal is told in the server's words, and what
 * the page shows is asked for again, because it was out of date.
 */
export function useLessonAction() {
  const refresh = useRefreshLessons()
  const { busy, failure, attempt: tryOnce } = useAttempt(OFFLINE)
  const [code, setCode] = useState<string | null>(null)

  /** @param explain takes care of a problem itself and says so with true */
  function attempt(work: () => Promise<void>, explain?: (problem: ApiProblem) => boolean): Promise<void> {
    setCode(null)
    return tryOnce(
      async () => {
        await work()
        await refresh()
      },
      (problem) => {
        setCode(problem.code)
        if (problem.code !== 'offline') void refresh().catch(() => undefined)
        return explain?.(problem) ?? false
      },
    )
  }

  return { busy, failure, code, attempt }
}
