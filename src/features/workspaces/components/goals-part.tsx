import { Plus, Target } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ConsentCard } from './consent-card.tsx'
import { GoalCard } from './goal-card.tsx'
import { GoalDialog } from './goal-dialog.tsx'
import { playerFirstName, useWorkspace } from './workspace-context.ts'

/** The goals of the workspace: open ones first, then reached and dropped ones. */
export function GoalsPart() {
  const { view } = useWorkspace()
  const [isNew, setNew] = useState(false)
  const open = view.goals.filter(({ status }) => status === 'open')
  const past = view.goals.filter(({ status }) => status !== 'open').toReversed()
  const set = (
    <Button variant="brand" onClick={() => setNew(true)}>
      <Plus aria-hidden />
      Set a goal
    </Button>
  )
  return (
    <section aria-label="Goals">
      {view.isOpen && view.goals.length > 0 ? set : null}
      {view.goals.length === 0 ? (
        <EmptyState
          icon={Target}
          title="What are you working towards?"
          action={view.isOpen ? set : undefined}
        >
          {view.as === 'coach'
            ? `A number and a date: ten yards more carry by May. ${playerFirstName(view)} and you both record how it goes.`
            : `A number and a date: break 90 by May. ${view.coach.label} and you both record how it goes.`}
        </EmptyState>
      ) : null}
      <ul className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        {open.map((goal) => (
          <li key={goal.id}>
            <GoalCard goal={goal} />
          </li>
        ))}
      </ul>
      {past.length > 0 ? (
        <>
          <h2 className="mt-8 text-lg">Reached and dropped</h2>
          <ul className="mt-3 grid items-start gap-4 lg:grid-cols-2">
            {past.map((goal) => (
              <li key={goal.id}>
                <GoalCard goal={goal} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {view.goals.length > 0 && !view.golfer ? <ConsentCard /> : null}
      {isNew ? <GoalDialog onClose={() => setNew(false)} /> : null}
    </section>
  )
}
