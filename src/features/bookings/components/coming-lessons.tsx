import { dateIn, formatDay, formatTimeRange } from '#platform/time.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Dashboard } from '../schema.ts'
import { DateBlock } from './date-block.tsx'

const SHOWN = 5
const places = ['first', 'second', 'third', 'fourth']

/** The next lessons after today. */
export function ComingLessons({ dashboard }: { dashboard: Dashboard | undefined }) {
  const coming = dashboard?.nextLessons.filter(
    (lesson) => dateIn(lesson.start, lesson.zone) > dashboard.today,
  )
  return (
    <Card>
      <CardHeader title="Coming up" />
      {coming ? null : <ComingSkeleton />}
      {coming?.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">
          No lessons after today. Booked ones line up here, soonest first.
        </p>
      ) : null}
      <ul className="flex flex-col gap-4">
        {coming?.slice(0, SHOWN).map((lesson) => (
          <li key={lesson.id} className="flex items-center gap-4">
            <DateBlock start={lesson.start} zone={lesson.zone} />
            <div className="min-w-0">
              <p className="truncate font-semibold">{lesson.student.name}</p>
              <p className="tabular text-sm">
                <span className="sr-only">{formatDay(lesson.start, lesson.zone, { long: true })}, </span>
                {formatTimeRange(lesson.start, lesson.durationMinutes, lesson.zone)}
              </p>
              <p className="truncate text-sm text-muted">{lesson.location.name}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ComingSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading the days ahead…</span>
      {places.map((place) => (
        <div key={place} className="flex items-center gap-4">
          <Skeleton className="h-19 w-15 shrink-0 rounded-control" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
