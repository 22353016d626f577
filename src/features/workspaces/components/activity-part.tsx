import { History } from 'lucide-react'
import { formatMoment } from '#platform/time.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { changeWords, eventSentence } from './activity-words.ts'
import { useWorkspace } from './workspace-context.ts'

/** The events of the workspace, newest first. */
export function ActivityPart() {
  const { view } = useWorkspace()
  if (view.events.length === 0)
    return (
      <EmptyState icon={History} title="Nothing happened yet">
        Notes, goals, drills and comments of both of you are listed here with their time.
      </EmptyState>
    )
  return (
    <ol className="divide-y rounded-card border bg-surface-raised">
      {view.events.map((event) => (
        <li key={event.id} className="flex flex-wrap gap-x-4 px-4 py-2.5 text-[0.9375rem]">
          <bdi className="min-w-0 flex-1 wrap-anywhere">
            {eventSentence(event)}
            {event.changes.length > 0 ? (
              <span className="text-muted">{` (${event.changes.map(changeWords).join(', ')})`}</span>
            ) : null}
          </bdi>
          <span className="tabular text-sm leading-6 text-muted">{formatMoment(event.at, view.zone)}</span>
        </li>
      ))}
    </ol>
  )
}
