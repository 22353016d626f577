import { type ApiProblem, readProblem } from '#platform/api-problem.ts'
import { logFailure } from '#platform/log-failure.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { toast } from '#ui/toast.tsx'
import type { Outcome } from '../act-outcome.ts'
import { useRefreshLists } from './list-queries.ts'

/** An error handler for forms: logs the error and shows a toast with the server's message or the fallback. @returns the issues by field */
export const showFailure = (failure: string) => (problem: ApiProblem) => {
  logFailure(failure, problem)
  toast.error(problem.message ?? failure)
  return problem.issues
}

/**
 * An error handler for forms about a row of a list: as `showFailure`, and reads the lists again, because a refusal can mean that
 * another admin changed the row.
 */
export function useRowFailure(failure: string) {
  const refresh = useRefreshLists()
  return (problem: ApiProblem) => {
    if (problem.code !== 'offline') void refresh()
    return showFailure(failure)(problem)
  }
}

/** Shows what an action did, as a toast. */
export const showOutcome = (
  { isDone, title, text }: Outcome,
  options?: Parameters<typeof toast.success>[2],
) => (isDone ? toast.success : toast.error)(title, text, options)

/**
 * Runs one admin action at a time, then refetches the lists, also when the server refuses it. Shows failures as a toast.
 * @param failure the fallback if the server sent no message
 */
export function useDeskAct(failure: string) {
  const { busy, attempt } = useAttempt()
  const refresh = useRefreshLists()
  const act = (work: () => Promise<unknown>, done?: string) =>
    attempt(async () => {
      try {
        await work()
      } catch (error) {
        const problem = readProblem(error)
        showFailure(failure)(problem)
        // A refusal can mean that another admin changed the row.
        if (problem.code !== 'offline') await refresh()
        return
      }
      if (done) toast.success(done)
      await refresh()
    })
  return { busy, act }
}
