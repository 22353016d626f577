import { Card, CardHeader } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { comingOf } from '../coming.ts'
import type { Dashboard } from '../schema.ts'
import { ComingLine } from './coming-line.tsx'

const SHOWN = 5
const places = ['first', 'second', 'third', 'fourth']

/**
 * The lessons and clinics after the ones in the first card: after today, or after the next one on a day without
 * any.
 */
export function ComingLessons({ dashboard }: { dashboard: Dashboard | undefined }) {
  // On a day without lessons, the card of today shows the next lesson.
  const all = dashboard && comingOf(dashboard)
  const today = dashboard ? dashboard.todaysLessons.length + dashboard.todaysClinics.length : 0
  const coming = all?.slice(today > 0 ? 0 : 1)
  return (
    <Card>
      <CardHeader title="Coming up" />
      {coming ? null : <ComingSkeleton />}
      {coming?.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">
          {all?.length === 0
            ? 'Nothing is booked after today. Booked lessons line up here, soonest first.'
            : 'Nothing is booked after that. Booked lessons line up here, soonest first.'}
        </p>
      ) : null}
      <ul className="flex flex-col gap-4">
        {coming?.slice(0, SHOWN).map((one) => (
          <li key={one.kind === 'lesson' ? one.lesson.id : one.clinic.id}>
            <ComingLine coming={one} />
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
