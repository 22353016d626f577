import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Sparkles } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { WaitlistButton } from '#features/waitlist/waitlist-button.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { isFocusFree } from '#ui/focus.ts'
import { FormError } from '#ui/form-error.tsx'
import { matchQuizClient } from '../client.ts'
import { type QuizScreen, screensOf } from '../quiz.ts'
import type { QuizChange, QuizResult, QuizState } from '../schema.ts'
import { MatchCard, OtherCoach } from './match-card.tsx'
import { answerWords, questions } from './questions.ts'
import { QuizSkeleton } from './quiz-skeleton.tsx'
import { SaveMatch } from './save-match.tsx'
import { problemWords, type useQuiz } from './use-quiz.ts'

/** Maps the quiz's budgets to the waitlist's. */
const waitlistBudgets = {
  'up-to-75': 75,
  'up-to-100': 100,
  'up-to-150': 150,
  'up-to-200': 200,
  any: undefined,
} as const

type Answer = Parameters<ReturnType<typeof useQuiz>['answer']>[0]

interface ResultProps {
  state: QuizState
  me: Me | null
  busy: boolean
  failure: string | null
  onEdit: (screen: QuizScreen) => void
  onChange: (answer: Answer) => void
  onStartOver: () => void
}

/**
 * The match with its reasons, other coaches, and changes to the answers that would change it. If no coach
 * fits: the reason, changes that would help and, last, the waitlist.
 */
export function MatchResult(props: ResultProps) {
  const { state, failure } = props
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['match-quiz-result', state.responseId, JSON.stringify(state.answers)],
    queryFn: () => matchQuizClient.finish.call({ responseId: state.responseId }),
    // Open times must be current, so they are never taken from the cache.
    staleTime: 0,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere && isFocusFree()) heading.current?.focus()
  }, [isThere])
  if (isPending) return <QuizSkeleton />
  if (!data)
    return (
      <Alert
        tone="error"
        title="Your match could not be loaded"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {problemWords(error)} Your answers are saved.
      </Alert>
    )
  const { lessonType } = state.answers
  const kind = lessonType === 'private' ? undefined : lessonType
  const place = `${data.place.city}, ${data.place.state}`
  return (
    <div className="mx-auto max-w-5xl">
      <h1 ref={heading} tabIndex={-1} className="text-headline outline-none">
        {data.match ? `Your match: ${data.match.coach.label}` : 'No match yet'}
      </h1>
      <p className="mt-3 max-w-[62ch] text-lead text-muted">{leadOf(data, place)}</p>
      {failure ? (
        <div className="mt-6">
          <FormError>{failure}</FormError>
        </div>
      ) : null}
      {data.caveat ? (
        <Alert tone="info" className="mt-6">
          {data.caveat}
        </Alert>
      ) : null}
      {data.match ? (
        <MatchCard
          match={data.match}
          kind={kind}
          save={<SaveMatch key={data.match.coach.id} state={state} me={props.me} coach={data.match.coach} />}
        />
      ) : null}
      <Changes {...props} result={data} />
      {data.others.length > 0 ? (
        <section aria-labelledby="others" className="mt-12">
          <h2 id="others" className="text-title">
            {data.match ? 'Others to compare' : 'The nearest coaches'}
          </h2>
          <ul className="mt-4 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
            {data.others.map((other) => (
              <li key={other.coach.id} className="flex">
                <OtherCoach other={other} kind={kind} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {data.match ? null : (
        <section className="mt-12 flex flex-wrap items-center justify-between gap-4 rounded-card bg-surface-sunken p-5 sm:p-6">
          <div className="max-w-[52ch]">
            <h2 className="text-title">Get notified about new coaches near {data.place.city}</h2>
            <p className="mt-1 text-[0.9375rem] text-muted">
              Join the waitlist. We will email you once, when an instructor starts near you.
            </p>
          </div>
          <WaitlistButton
            city={data.place.city}
            state={data.place.state}
            known={{
              skillLevel: state.answers.experience,
              maxBudget: waitlistBudgets[state.answers.budget ?? 'any'],
            }}
          />
        </section>
      )}
      <Answered {...props} />
    </div>
  )
}

function leadOf({ match, noMatch, fitting, radiusMiles }: QuizResult, place: string): string {
  if (!match) return noMatch ?? ''
  const many = fitting === 1 ? 'The only coach' : `Out of ${fitting} coaches`
  return `${many} within ${radiusMiles} miles of ${place} who ${fitting === 1 ? 'fits' : 'fit'} your answers. Here is why.`
}

/** Alternative answers, each with the coach it would recommend. */
function Changes({ result, busy, onChange }: ResultProps & { result: QuizResult }) {
  if (result.changes.length === 0) return null
  return (
    <section aria-labelledby="changes" className="mt-12">
      <h2 id="changes" className="text-title">
        {result.match ? 'What would change the answer' : 'What would find you a coach'}
      </h2>
      <ul className="mt-4 divide-y rounded-card border bg-surface-raised">
        {result.changes.map((one) => (
          <li
            key={one.label}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5"
          >
            <span>
              {one.label}: <strong className="font-semibold">{one.coachLabel}</strong>
            </span>
            <Button size="sm" disabled={busy} onClick={() => onChange(answerOf(one))}>
              Change my answer
              <span className="sr-only">: {one.label}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function answerOf({ change }: QuizChange): Answer {
  if ('budget' in change) return { screen: 'budget', ...change }
  if ('gender' in change) return { screen: 'gender', ...change }
  if ('lessonType' in change) return { screen: 'lesson-type', ...change }
  return { screen: 'technologies', ...change }
}

/** A summary of the answers, each with a link to change it. */
function Answered({ state, busy, onEdit, onStartOver }: ResultProps) {
  return (
    <section aria-labelledby="answers" className="mt-12 border-t pt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="answers" className="text-title">
          Your answers
        </h2>
        <Button variant="ghost" disabled={busy} onClick={onStartOver}>
          <RotateCcw aria-hidden />
          Start over
        </Button>
      </div>
      <ul className="mt-3 grid gap-x-10 sm:grid-cols-2">
        {screensOf(state.variant).map((screen) => (
          <li key={screen} className="flex items-center justify-between gap-4 border-b py-2.5">
            <div className="min-w-0">
              <p className="text-sm text-muted">{questions[screen].name}</p>
              <p className="font-medium">
                {screen === 'location' && state.place
                  ? `${state.place.city}, ${state.place.state}`
                  : answerWords(screen, state.answers)}
              </p>
            </div>
            <Button size="sm" variant="ghost" onClick={() => onEdit(screen)}>
              Change
              <span className="sr-only"> {questions[screen].name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-5 flex items-start gap-2 text-sm text-muted">
        <Sparkles aria-hidden className="mt-0.5 size-4 shrink-0" />
        Coaches cannot pay to be recommended. We compare what they teach, what students say, price, distance
        and open times with your answers.
      </p>
    </section>
  )
}
