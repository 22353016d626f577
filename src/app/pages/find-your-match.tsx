import { createFileRoute } from '@tanstack/react-router'
import { MailedMatch } from '#features/match-quiz/components/mailed-match.tsx'
import { MatchQuiz } from '#features/match-quiz/components/match-quiz.tsx'
import { quizScreens, quizVariants } from '#features/match-quiz/quiz.ts'
import { choiceParam, textParam, uuidParam } from '#platform/search-params.ts'
import { siteName } from '#platform/site-name.ts'

/** A short quiz that recommends coaches. The URL contains the current question, but never an answer. */
export const Route = createFileRoute('/_shell/find-your-match')({
  // The quiz is not part of the main bundle, so the step is validated when it is rendered.
  validateSearch: (
    raw: Record<string, unknown>,
  ): {
    step?: string | undefined
    variant?: string | undefined
    match?: string | undefined
    round?: string | undefined
  } => ({
    match: textParam(raw.match),
    round: uuidParam(raw.round),
    step: textParam(raw.step),
    variant: textParam(raw.variant),
  }),
  head: () => ({
    meta: [
      { title: `Find your match · ${siteName}` },
      { name: 'description', content: 'A few short questions, and a golf coach near you who fits.' },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: FindYourMatch,
})

function FindYourMatch() {
  const { me } = Route.useRouteContext()
  const { match, round, step, variant } = Route.useSearch()
  return (
    <main className="wrap py-8 sm:py-14">
      {match ? (
        <MailedMatch token={match} />
      ) : (
        <MatchQuiz
          me={me}
          step={choiceParam([...quizScreens, 'result'] as const, step)}
          variant={choiceParam(quizVariants, variant)}
          round={round}
        />
      )}
    </main>
  )
}
