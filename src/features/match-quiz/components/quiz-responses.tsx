import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { QuizFollowUpDialog } from '../follow-up/quiz-follow-up-tool.tsx'
import { QuizDesk, TestToggle } from './quiz-desk.tsx'

/** The figures of the quiz, and everybody who started it. */
export function QuizResponses() {
  const [email, setEmail] = useState<string | null>(null)
  return (
    <QuizDesk
      list={
        <section aria-labelledby="responses">
          <h2 id="responses" className="mb-3 text-lg font-semibold">
            Responses
          </h2>
          <AdminListView
            list="quiz"
            label="Quiz responses"
            failure="Failed to load quiz responses"
            empty={{
              icon: Sparkles,
              title: 'No quiz responses yet',
              text: 'Golfers who open /find-your-match appear here.',
            }}
            cells={{
              isTest: ({ cells }) => (
                <Badge tone={cells.isTest ? 'yellow' : 'green'}>{cells.isTest ? 'Test' : 'Real'}</Badge>
              ),
            }}
            actions={({ cells }) => (
              <span className="inline-flex flex-wrap gap-2">
                {cells.contactEmail ? (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-haspopup="dialog"
                    onClick={() => setEmail(String(cells.contactEmail))}
                  >
                    Email<span className="sr-only"> {String(cells.contactEmail)} about the quiz</span>
                  </Button>
                ) : null}
                <TestToggle sessionId={String(cells.sessionId)} isTest={cells.isTest === true} />
              </span>
            )}
          />
          {email ? <QuizFollowUpDialog email={email} onClose={() => setEmail(null)} /> : null}
        </section>
      }
    />
  )
}
