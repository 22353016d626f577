import { CalendarClock, ClipboardList, DollarSign, Star } from 'lucide-react'
import { ratingLabel } from '#features/coaches/coach.ts'
import { formatMoney } from '#platform/money.ts'
import { cn } from '#ui/class-names.ts'
import { StatCard } from '#ui/stat-card.tsx'
import type { Dashboard } from '../schema.ts'

/** A coach's dashboard in four figures; places of their final size while they load. */
export function DashboardFigures({ dashboard }: { dashboard: Dashboard | undefined }) {
  const loading = !dashboard
  const revenue = formatMoney(dashboard?.revenueYearToDateCents ?? 0)
  return (
    <section
      aria-label="Your figures"
      aria-busy={loading}
      className="grid grid-cols-2 gap-3 max-sm:[&_svg]:hidden sm:gap-4"
    >
      <StatCard
        label="Upcoming lessons"
        icon={CalendarClock}
        loading={loading}
        value={dashboard?.upcomingLessons}
        note="next 30 days"
      />
      <StatCard
        label="YTD revenue"
        icon={DollarSign}
        loading={loading}
        value={<span className={cn(revenue.length > 7 && 'max-sm:text-xl')}>{revenue}</span>}
        note={dashboard ? revenueNote(dashboard) : null}
        href="/earnings-payouts?show=taught#lines"
      />
      <StatCard
        label="Recent bookings"
        icon={ClipboardList}
        loading={loading}
        value={dashboard?.recentBookings}
        note="last 30 days"
      />
      <StatCard
        label="Average rating"
        icon={Star}
        loading={loading}
        value={dashboard && ratingLabel(dashboard.rating, dashboard.reviewCount)}
        note={reviewNote(dashboard?.reviewCount ?? 0)}
      />
    </section>
  )
}

/** What the revenue is made of: refunds only where there were some. */
function revenueNote({
  grossYearToDateCents,
  refundsYearToDateCents,
  shareYearToDateCents,
  directYearToDateCents,
}: Dashboard): string {
  const share = `${formatMoney(shareYearToDateCents)} your share`
  const direct =
    directYearToDateCents > 0 ? `, ${formatMoney(directYearToDateCents)} paid to you directly` : ''
  if (refundsYearToDateCents === 0) return share + direct
  return `${formatMoney(grossYearToDateCents)} gross, ${formatMoney(refundsYearToDateCents)} refunded, ${share}${direct}`
}

function reviewNote(count: number): string {
  if (count === 0) return 'no reviews yet'
  return count === 1 ? 'from 1 review' : `from ${count} reviews`
}
