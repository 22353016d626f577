import { Sparkles } from 'lucide-react'
import { AdminList } from '#features/back-office/components/admin-list.tsx'
import { QuizDesk, TestToggle } from '#features/match-quiz/components/quiz-desk.tsx'
import { Badge } from '#ui/badge.tsx'

/** The quiz in figures, and everybody who began it. */
export function Quiz() {
  return (
    <QuizDesk
      list={
        <section aria-labelledby="responses">
          <h2 id="responses" className="mb-3 text-lg font-semibold">
            Responses
          </h2>
          <AdminList
            list="quiz"
            label="Quiz responses"
            failure="Failed to load quiz responses"
            empty={{
              icon: Sparkles,
              title: 'Nobody has begun the quiz yet',
              text: 'Golfers who open /find-your-match appear here.',
            }}
            cells={{
              isTest: ({ cells }) => (
                <Badge tone={cells.isTest ? 'yellow' : 'green'}>{cells.isTest ? 'Test' : 'Real'}</Badge>
              ),
            }}
            actions={({ cells }) => (
              <TestToggle sessionId={String(cells.sessionId)} isTest={cells.isTest === true} />
            )}
          />
        </section>
      }
    />
  )
}
