import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiProblem, readProblem } from '#platform/api-problem.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { matchQuizClient } from '../client.ts'
import type { QuizVariant } from '../quiz.ts'
import type { AnswerInput, QuizState } from '../schema.ts'

type BareAnswer = AnswerInput extends infer A ? (A extends unknown ? Omit<A, 'responseId'> : never) : never

/**
 * The state of this browser's quiz. Only fetched in the browser, because the server-rendered page is the same
 * for everyone.
 * @param round the round to resume; defaults to the latest one
 */
export const quizStateQuery = (variant: QuizVariant | undefined, round?: string) =>
  queryOptions({
    queryKey: ['match-quiz', round ?? variant ?? 'own'],
    queryFn: () => matchQuizClient.begin.call({ variant, responseId: round }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

/**
 * The state of the quiz and the actions on it.
 * @param round the round to resume; defaults to the latest one
 */
export function useQuiz(variant: QuizVariant | undefined, round?: string) {
  const queryClient = useQueryClient()
  const options = quizStateQuery(variant, round)
  const { data: state, error, isError, refetch } = useQuery(options)
  const { busy, failure, attempt } = useAttempt(
    'We could not reach the server. Your answer is still here: please try again.',
  )
  const keep = (next: QuizState) => queryClient.setQueryData(options.queryKey, next)

  /**
   * Sends one answer, then calls `then` with the new state.
   * @param explain returns true if it has handled a problem
   */
  const answer = (
    given: BareAnswer,
    then: (next: QuizState) => void,
    explain?: (problem: ApiProblem) => boolean,
  ) =>
    attempt(async () => {
      if (!state) return
      const next = await matchQuizClient.answer.call({
        ...given,
        responseId: state.responseId,
      } as AnswerInput)
      forgetDraft(state.responseId, given.screen)
      keep(next)
      then(next)
    }, explain)

  const startOver = (then: () => void) =>
    attempt(async () => {
      const next = await matchQuizClient.begin.call({ variant, anew: true })
      queryClient.setQueryData(quizStateQuery(variant).queryKey, next)
      then()
    })

  return { state, error, isError, refetch, busy, failure, answer, startOver }
}

const draftKey = (responseId: string, screen: string) => `match-quiz:${responseId}:${screen}`

/** Input on a screen that has not been sent yet. Stored for this tab only. */
export function readScreenDraft(responseId: string, screen: string): Record<string, string[]> | null {
  try {
    const text = window.sessionStorage.getItem(draftKey(responseId, screen))
    return text ? JSON.parse(text) : null
  } catch {
    return null
  }
}

export function keepDraft(responseId: string, screen: string, form: HTMLFormElement): void {
  const kept: Record<string, string[]> = {}
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') kept[name] = [...(kept[name] ?? []), value]
  try {
    window.sessionStorage.setItem(draftKey(responseId, screen), JSON.stringify(kept))
  } catch {
    // Without session storage only the draft is lost.
  }
}

function forgetDraft(responseId: string, screen: string): void {
  try {
    window.sessionStorage.removeItem(draftKey(responseId, screen))
  } catch {
    // See above.
  }
}

/** The error message of a failed call. */
export const problemWords = (error: unknown) =>
  readProblem(error).message ?? 'We could not reach the server. Please try again.'
