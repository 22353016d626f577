import { LessonLine } from '#features/bookings/components/lesson-line.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Dashboard } from '../schema.ts'

const SHOWN = 5
const places = ['first', 'second', 'third', 'fourth']

/**
 * The lessons after the ones in the first card: after today, or after the next lesson on a day without
 * lessons.
 */
export function ComingLessons({ dashboard }: { dashboard: Dashboard | undefined }) {
  // On a day without lessons, the card of today shows the next lesson.
  const coming = dashboard?.nextLessons.slice(dashboard.todaysLessons.length > 0 ? 0 : 1)
  return (
    <Card>
      <CardHeader title="Coming up" />
      {coming ? null : <ComingSkeleton />}
      {coming?.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">
          {dashboard?.nextLessons.length === 0
            ? 'Nothing is booked after today. Booked lessons line up here, soonest first.'
            : 'Nothing is booked after that. Booked lessons line up here, soonest first.'}
        </p>
      ) : null}
      <ul className="flex flex-col gap-4">
        {coming?.slice(0, SHOWN).map((lesson) => (
          <li key={lesson.id}>
            <LessonLine lesson={lesson} />
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
