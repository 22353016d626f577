import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { type QuizScreen, type QuizVariant, screensOf, screenToShow } from '../quiz.ts'
import type { QuizState } from '../schema.ts'
import { QuestionScreen } from './question-screen.tsx'
import { QuizSkeleton } from './quiz-skeleton.tsx'
import { useQuiz } from './use-quiz.ts'

const fetchResult = () => import('./match-result.tsx')
const MatchResult = lazyPart(fetchResult, 'MatchResult')

/** The quiz: one question per screen, with the current screen in the URL, followed by the result. */
export function MatchQuiz({
  me,
  step,
  variant,
  round,
}: {
  me: Me | null
  step: QuizScreen | 'result' | undefined
  variant: QuizVariant | undefined
  /** The round that an emailed link opened; otherwise the latest one is shown. */
  round: string | undefined
}) {
  const { state, error, isError, refetch, busy, failure, answer, startOver } = useQuiz(variant, round)
  const navigate = useNavigate()
  const show = (to: QuizScreen | 'result', of: string | undefined, replace: boolean) =>
    void navigate({
      to: '/find-your-match',
      search: { step: to, variant, round: of },
      replace,
      resetScroll: true,
    })
  const go = (to: QuizScreen | 'result', replace = false) => show(to, round, replace)

  const shown = state && (screenToShow(state.variant, state.answers, step) ?? 'result')
  // The URL always names the displayed question, so that the browser's Back button leads to the previous one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only if the displayed or the requested screen changes.
  useEffect(() => {
    if (shown && shown !== step) go(shown, true)
  }, [shown, step])

  if (isError && !state)
    return (
      <Alert
        tone="error"
        title="The questions could not be loaded"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {readProblem(error).message ?? 'Please check your connection.'} Nothing you answered before is lost.
      </Alert>
    )
  if (!state || !shown) return <QuizSkeleton />

  const screens = screensOf(state.variant)
  /** Once the quiz has been completed, every change leads straight back to the result. */
  const after = (next: QuizState, from: QuizScreen) => {
    const open = screenToShow(next.variant, next.answers, undefined)
    const following = screens[screens.indexOf(from) + 1]
    if (open === null) void fetchResult().catch(() => undefined)
    go(open === null && (next.isFinished || !following) ? 'result' : (following ?? open ?? 'result'))
  }

  if (shown === 'result')
    return (
      <Suspense fallback={<QuizSkeleton />}>
        <MatchResult
          state={state}
          me={me}
          busy={busy}
          failure={failure}
          onEdit={(to) => go(to)}
          onChange={(given) => void answer(given, () => undefined)}
          onStartOver={() => void startOver(() => show(screens[0] ?? 'location', undefined, false))}
        />
      </Suspense>
    )
  const screen = shown
  const at = screens.indexOf(screen)
  const before = screens[at - 1]
  return (
    <div className="mx-auto max-w-2xl">
      <Progress at={at + 1} of={screens.length} />
      <QuestionScreen
        key={`${state.responseId} ${screen}`}
        state={state}
        screen={screen}
        me={me}
        busy={busy}
        failure={failure}
        onAnswer={(given, explain) => void answer(given, (next) => after(next, screen), explain)}
        onBack={before ? () => go(before) : null}
      />
    </div>
  )
}

function Progress({ at, of }: { at: number; of: number }) {
  return (
    <div className="mb-8 sm:mb-10">
      <p className="text-sm font-semibold text-muted">
        Question {at} of {of}
      </p>
      <div
        role="progressbar"
        aria-label="Questions answered"
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={at - 1}
        className="mt-2.5 h-1.5 overflow-hidden rounded-full bg-line-strong/35"
      >
        <div
          className="h-full rounded-full bg-brand transition-[width] duration-250 motion-reduce:transition-none"
          style={{ width: `${((at - 0.5) / of) * 100}%` }}
        />
      </div>
    </div>
  )
}
