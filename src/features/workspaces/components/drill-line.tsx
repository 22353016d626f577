import { Check, ChevronDown, Flame } from 'lucide-react'
import { useState } from 'react'
import { formatDate, formatDay, formatWeekday } from '#platform/time.ts'
import { Badge } from '#ui/badge.tsx'
import { cn } from '#ui/class-names.ts'
import { workspacesClient } from '../client.ts'
import { lastDays, practiceOf } from '../practice.ts'
import type { AssignedDrill } from '../schema.ts'
import { DrillPictureView } from './drill-picture.tsx'
import { useAct, useWorkspace } from './workspace-context.ts'

/** Ticks or unticks a day of a drill, with an optimistic update that is reverted on errors. */
export function useTick(drill: Pick<AssignedDrill, 'id' | 'title' | 'ticks'>) {
  const act = useAct()
  const [wanted, setWanted] = useState<{ day: string; done: boolean } | null>(null)
  const isDone = (day: string) => (wanted?.day === day ? wanted.done : drill.ticks.includes(day))
  async function tick(day: string, done: boolean) {
    const input = { assignedDrillId: drill.id, day }
    setWanted({ day, done })
    await act(() => workspacesClient.tick.call({ ...input, done }), {
      ...(done ? { done: 'Practiced', about: drill.title } : {}),
      failed: done ? 'Not ticked' : 'Not taken back',
      undo: () => workspacesClient.tick.call({ ...input, done: !done }),
    })
    setWanted(null)
  }
  return { isDone, tick }
}

/** A drill with this week's progress; its instructions expand. */
export function DrillLine({ drill }: { drill: AssignedDrill }) {
  const { view } = useWorkspace()
  return (
    <li className="py-2.5">
      <details className="group">
        <summary className="flex min-h-11 list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1">
            <bdi className="font-medium wrap-anywhere">{drill.title}</bdi>
            <DrillStanding drill={drill} />
          </span>
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <p dir="auto" className="mt-1 text-[0.9375rem] wrap-anywhere whitespace-pre-wrap text-muted">
          {drill.how || 'No description.'}
        </p>
        {drill.picture ? <DrillPictureView picture={drill.picture} className="mt-2" /> : null}
        {drill.dueOn ? <p className="mt-1 text-sm text-muted">{`Until ${formatDate(drill.dueOn)}`}</p> : null}
        <div className="mt-2">
          <TwoWeeks drill={drill} canTick={view.as === 'student' && view.isOpen && !drill.isEnded} />
        </div>
      </details>
    </li>
  )
}

/** `2 of 5 days this week · 3 weeks in a row` */
export function DrillStanding({ drill }: { drill: AssignedDrill }) {
  const { view } = useWorkspace()
  const { thisWeek, weeksInARow, days } = practiceOf(drill.ticks, drill.timesAWeek, view.today)
  if (drill.isEnded)
    return <span className="block text-sm text-muted">{`Ended · ${daysWords(days)} of practice`}</span>
  const isLate = drill.dueOn !== null && drill.dueOn < view.today
  return (
    <span className="tabular flex flex-wrap items-center gap-x-2 text-sm text-muted">
      {`${thisWeek} of ${drill.timesAWeek} ${drill.timesAWeek === 1 ? 'day' : 'days'} this week`}
      {weeksInARow > 0 ? (
        <span className="inline-flex items-center gap-1 font-medium text-brand">
          <Flame aria-hidden className="size-3.5" />
          {weeksInARow === 1 ? 'a full week' : `${weeksInARow} full weeks in a row`}
        </span>
      ) : null}
      {isLate ? <Badge tone="yellow">Past its date</Badge> : null}
    </span>
  )
}

const daysWords = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** The last two weeks of a drill, one mark per day. Only the student can tick days. */
export function TwoWeeks({ drill, canTick }: { drill: AssignedDrill; canTick: boolean }) {
  const { view } = useWorkspace()
  const { isDone, tick } = useTick(drill)
  return (
    <ol className="grid w-fit grid-cols-7 gap-1" aria-label={`The last two weeks of ${drill.title}`}>
      {lastDays(view.today, 14).map((day) => {
        const done = isDone(day)
        const name = formatDay(`${day}T12:00:00Z`, 'UTC')
        const look = cn(
          'grid size-9 place-items-center rounded-control border text-xs font-medium',
          done ? 'border-brand bg-brand text-on-brand' : 'border-line bg-surface text-muted',
          day === view.today && 'ring-2 ring-focus ring-offset-1 ring-offset-surface-raised',
        )
        const mark = done ? (
          <Check aria-hidden strokeWidth={3} className="size-4" />
        ) : (
          <span aria-hidden>{formatWeekday(`${day}T12:00:00Z`, 'UTC').slice(0, 2)}</span>
        )
        return (
          <li key={day}>
            {canTick ? (
              <button
                type="button"
                aria-pressed={done}
                aria-label={`${drill.title}, ${name}`}
                onClick={() => void tick(day, !done)}
                className={cn(look, 'hover:border-brand')}
              >
                {mark}
              </button>
            ) : (
              <span className={look}>
                {mark}
                <span className="sr-only">{`${name}: ${done ? 'practiced' : 'not practiced'}`}</span>
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
