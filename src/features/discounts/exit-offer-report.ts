import { sql } from 'drizzle-orm'
import { platformFee } from '#features/ledger/fee.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import type { ExitOfferReport } from './schema.ts'

/** As many coaches as one report names. */
const COACHES = 200

/**
 * What exit offers brought and cost since an instant, a coach each, most fees given up first.
 * @param now milliseconds since 1970, UTC
 */
export async function readExitOfferReport(
  db: Queryable,
  now: number,
  days: number,
): Promise<ExitOfferReport> {
  const since = new Date(now - days * DAY)
  // Raw: aggregates over a lateral join.
  const found = await db.execute<{
    coach_id: string
    coach_name: string
    takes_part: boolean
    made: number
    used: number
    cancelled: number
    new_accounts: number
    one_lesson: number
    refused: number
    paid: number
    discount: number
    prices: number[]
  }>(sql`
    with uses as (
      select o.instructor_id, b.student_id, b.status, p.amount_cents, p.discount_cents, d.redeemed_at, s.created_at as joined,
        exists (select from payment_refunds r where r.booking_id = b.id and r.reason = 'discount_used') as refused,
        not exists (select from bookings other where other.student_id = b.student_id and other.id <> b.id
          and other.status in ('confirmed', 'completed')) as is_only_lesson
      from booking_discounts d join exit_offers o on o.id = d.exit_offer_id join bookings b on b.id = d.booking_id
        join payments p on p.booking_id = b.id join profiles s on s.id = b.student_id
      where o.offered_at >= ${since} and p.paid_at is not null
    )
    select c.user_id as coach_id, coalesce(c.display_name, cp.full_name) as coach_name, c.funds_exit_offers as takes_part,
      offers.made, u.*
    from (select instructor_id, count(*)::int as made from exit_offers where offered_at >= ${since} group by 1) offers
      join instructor_profiles c on c.user_id = offers.instructor_id join profiles cp on cp.id = c.user_id
      cross join lateral (select (count(*) filter (where redeemed_at is not null))::int as used,
        (count(*) filter (where redeemed_at is not null and status = 'cancelled'))::int as cancelled,
        (count(*) filter (where redeemed_at is not null and joined > redeemed_at - interval '1 day'))::int as new_accounts,
        (count(distinct student_id) filter (where redeemed_at is not null and is_only_lesson))::int as one_lesson,
        (count(*) filter (where refused))::int as refused,
        coalesce(sum(amount_cents) filter (where redeemed_at is not null), 0)::int as paid,
        coalesce(sum(discount_cents) filter (where redeemed_at is not null), 0)::int as discount,
        coalesce(array_agg(amount_cents + discount_cents) filter (where redeemed_at is not null), '{}') as prices
        from uses where uses.instructor_id = c.user_id) u
    order by u.discount desc, offers.made desc, c.user_id limit ${COACHES}`)
  return found.rows.map((row) => ({
    coachId: row.coach_id,
    coachName: row.coach_name,
    takesPart: row.takes_part,
    made: row.made,
    used: row.used,
    cancelled: row.cancelled,
    byNewAccounts: row.new_accounts,
    studentsWithOneLesson: row.one_lesson,
    refused: row.refused,
    paidCents: row.paid,
    discountCents: row.discount,
    feeGivenUpCents: row.prices.reduce((sum, cents) => sum + platformFee(cents), 0),
  }))
}
