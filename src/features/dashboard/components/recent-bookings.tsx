import { StatusBadge } from '#features/bookings/components/status-badge.tsx'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatTimeRange } from '#platform/time.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Dashboard } from '../schema.ts'

/** The five newest bookings and proposals, each with its badge. */
export function RecentBookings({ dashboard }: { dashboard: Dashboard | undefined }) {
  return (
    <Card>
      <CardHeader
        title="Recent Bookings"
        action={
          <LinkButton href="/lessons" variant="ghost" size="sm">
            All lessons
          </LinkButton>
        }
      />
      {dashboard ? <List items={dashboard.recent} /> : <ListSkeleton />}
    </Card>
  )
}

function List({ items }: { items: Dashboard['recent'] }) {
  if (items.length === 0)
    return (
      <p className="text-[0.9375rem] text-muted">
        No bookings yet. The first one appears here the moment it is made. A clear bio, a portrait and two or
        three open mornings a week bring most of them.
      </p>
    )
  return (
    <ul className="-my-1 divide-y divide-line">
      {items.map((item) => (
        <li key={item.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-0.5 py-3">
          <p className="min-w-0 truncate font-semibold">{item.studentName}</p>
          <StatusBadge status={item.status} />
          <p className="tabular min-w-0 text-sm text-muted">
            {item.kind === 'proposal' ? `Proposal: ${item.title}` : item.title}
            {item.start && item.durationMinutes ? (
              <>
                {' · '}
                {formatDay(item.start, item.zone)},{' '}
                {formatTimeRange(item.start, item.durationMinutes, item.zone)}
              </>
            ) : null}
          </p>
          <p className="tabular text-right text-[0.9375rem] font-medium">{formatMoney(item.priceCents)}</p>
        </li>
      ))}
    </ul>
  )
}

const places = ['first', 'second', 'third', 'fourth', 'fifth']

function ListSkeleton() {
  return (
    <div role="status" className="-my-1 divide-y divide-line">
      <span className="sr-only">Loading recent bookings…</span>
      {places.map((place) => (
        <div key={place} className="flex flex-col gap-2.5 py-3.5">
          <div className="flex justify-between">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-5 w-24 rounded-full" />
          </div>
          <Skeleton className="h-3.5 w-3/5" />
        </div>
      ))}
    </div>
  )
}
