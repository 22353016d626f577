import { Check, Dumbbell } from 'lucide-react'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/class-names.ts'
import { mondayOf } from '../practice.ts'
import type { AssignedDrill } from '../schema.ts'
import { DrillStanding, useTick } from './drill-line.tsx'
import { playerFirstName, useWorkspace } from './workspace-context.ts'

/** For the student, today's drills with one-tap ticks; for the coach, this week's practice. */
export function TodayPanel() {
  const { view } = useWorkspace()
  const open = view.drills.filter((drill) => !drill.isEnded)
  if (open.length === 0) return null
  if (view.as === 'coach') return <ThisWeek drills={open} />
  return (
    <Card padding="sm" asChild className="sm:p-5">
      <section aria-labelledby="practice-today">
        <h2 id="practice-today" className="text-lg">
          Practice today
        </h2>
        <ul className="mt-2 divide-y">
          {open.map((drill) => (
            <TickLine key={drill.id} drill={drill} />
          ))}
        </ul>
      </section>
    </Card>
  )
}

function TickLine({ drill }: { drill: AssignedDrill }) {
  const { view } = useWorkspace()
  const { isDone, tick } = useTick(drill)
  const done = isDone(view.today)
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="min-w-0 flex-1">
        <bdi className="font-medium wrap-anywhere">{drill.title}</bdi>
        <DrillStanding drill={drill} />
      </span>
      <button
        type="button"
        aria-pressed={done}
        aria-label={`Done today: ${drill.title}`}
        disabled={!view.isOpen}
        onClick={() => void tick(view.today, !done)}
        className={cn(
          'grid size-12 shrink-0 place-items-center rounded-full border-2 transition-colors',
          done
            ? 'border-brand bg-brand text-on-brand'
            : 'border-line-strong text-transparent hover:border-brand hover:text-muted',
        )}
      >
        <Check aria-hidden strokeWidth={3} className="size-5" />
      </button>
    </li>
  )
}

function ThisWeek({ drills }: { drills: readonly AssignedDrill[] }) {
  const { view } = useWorkspace()
  const monday = mondayOf(view.today)
  const days = new Set(drills.flatMap(({ ticks }) => ticks.filter((day) => day >= monday)))
  const today = drills.filter(({ ticks }) => ticks.includes(view.today))
  const name = playerFirstName(view)
  return (
    <p className="flex items-start gap-2.5 rounded-card border bg-surface-raised px-4 py-3 text-[0.9375rem]">
      <Dumbbell aria-hidden className="mt-1 size-4 shrink-0 text-brand" />
      <span>
        {days.size === 0
          ? `${name} has not practiced this week yet.`
          : `${name} practiced on ${days.size} ${days.size === 1 ? 'day' : 'days'} this week.`}
        {today.length > 0 ? (
          <>
            {' Today: '}
            <bdi>{today.map(({ title }) => title).join(', ')}</bdi>.
          </>
        ) : null}
      </span>
    </p>
  )
}
