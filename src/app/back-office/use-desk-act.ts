import { useRefreshLists } from '#features/back-office/components/list-queries.ts'
import { type ApiProblem, readProblem } from '#platform/api-problem.ts'
import { logFailure } from '#platform/log-failure.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { toast } from '#ui/toast.tsx'

/** For a form: shows a failure as a toast, in the server's words or in these, and logs it. @returns the fields it is about */
export const tellFailure = (failure: string) => (problem: ApiProblem) => {
  logFailure(failure, problem)
  toast.error(problem.message ?? failure)
  return problem.issues
}

/**
 * One thing an admin does: one at a time, then the lists are read again. What fails is told in the server's words, or in these.
 * @param failure what is said when the server gave no words
 */
export function useDeskAct(failure: string) {
  const { busy, attempt } = useAttempt()
  const refresh = useRefreshLists()
  const act = (work: () => Promise<unknown>, done?: string) =>
    attempt(async () => {
      try {
        await work()
      } catch (error) {
        tellFailure(failure)(readProblem(error))
        return
      }
      if (done) toast.success(done)
      await refresh()
    })
  return { busy, act }
}
