import { useState } from 'react'
import type { ApiProblem } from '#platform/api-problem.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useRefreshLessons } from './use-refresh-lessons.ts'

const OFFLINE = 'We could not reach the server. Your entries are still here, and it is safe to try again.'

/**
 * Runs one action on a lesson at a time, ignoring repeated clicks. On a refusal it shows the server's message
 * and reloads the page's data, which was out of date.
 */
export function useLessonAction() {
  const refresh = useRefreshLessons()
  const { busy, failure, attempt: tryOnce } = useAttempt(OFFLINE)
  const [code, setCode] = useState<string | null>(null)

  /** @param explain returns true when it handles the problem itself */
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
