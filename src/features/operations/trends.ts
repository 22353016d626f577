import { countUsersByDay } from '#features/accounts/admin-list.ts'
import { type Days, daysBefore, lengthOf, type Period, periodDays } from '#features/analytics/period.ts'
import { readRevenueByDay } from '#features/bookings/revenue.ts'
import type { Queryable } from '#platform/db.ts'
import { addDays, dateIn, OFFICE_ZONE } from '#platform/time.ts'
import type { Trends } from './schema.ts'

type Day = Trends['days'][number]
const figures = ['lessons', 'grossCents', 'refundsCents', 'netCents', 'feeCents', 'users'] as const

/**
 * Revenue, lessons and new users of a period, day by day, with the totals of the period before it. Days are New York's.
 * @param period in days; today is the last of them
 * @param now milliseconds since 1970, UTC
 */
export async function readTrends(db: Queryable, period: Period, now: number): Promise<Trends> {
  const span = periodDays(period, dateIn(now, OFFICE_ZONE))
  const earlier = daysBefore(span)
  const both = { from: earlier.from, to: span.to }
  const [revenue, users] = await Promise.all([readRevenueByDay(db, both), countUsersByDay(db, both)])
  const daysIn = (one: Days): Day[] =>
    Array.from({ length: lengthOf(one) }, (_, at) => {
      const day = addDays(one.from, at)
      const of = revenue.get(day)
      return {
        day,
        lessons: of?.lessons ?? 0,
        grossCents: of?.grossCents ?? 0,
        refundsCents: of?.refundsCents ?? 0,
        netCents: of?.netCents ?? 0,
        feeCents: of ? of.netCents - of.shareCents : 0,
        users: users.get(day) ?? 0,
      }
    })
  const days = daysIn(span)
  return { ...span, days, now: totalOf(days), before: totalOf(daysIn(earlier)) }
}

function totalOf(days: readonly Day[]): Trends['now'] {
  const total = { lessons: 0, grossCents: 0, refundsCents: 0, netCents: 0, feeCents: 0, users: 0 }
  for (const day of days) for (const figure of figures) total[figure] += day[figure]
  return total
}
