import type { Pool } from 'pg'

/** Counts the events in random sequences, to verify that the sequences cover the rules. */
export async function whatHappened(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ what: string; n: number }>(`
    select 'event ' || outcome as what, count(*)::int as n from payment_events group by 1
    union all select 'lesson ' || status || coalesce(' by ' || cancel_reason, '') || case when no_show then ' without the student' else '' end,
      count(*)::int from bookings group by 1
    union all select 'seat ' || status || coalesce(' by ' || cancel_reason, ''), count(*)::int from bookings
      where clinic_id is not null group by 1
    union all select 'clinic ' || status || coalesce(' because of ' || cancelled_because, ''), count(*)::int from clinics group by 1
    union all select 'gift card ' || case when redeemed_by is null then 'not redeemed' else 'redeemed' end, count(*)::int
      from gift_cards where code_hash is not null group by 1
    union all select 'gift spent', count(*)::int from payments where gift_cents > 0 and paid_at is not null having count(*) > 0
    union all select 'package without its first lesson ' || status, count(*)::int from package_sales group by 1
    union all select 'video review ' || status || coalesce(' because of ' || end_reason, ''), count(*)::int from video_reviews group by 1
    union all select 'moved by ' || moved_as, count(*)::int from lesson_moves group by 1
    union all select 'discount given by ' || discount_funded_by, count(*)::int from payments
      where paid_at is not null and discount_funded_by is not null group by 1
    union all select 'refund for ' || reason, count(*)::int from payment_refunds group by 1
    union all select 'package ended by ' || end_reason, count(*)::int from lesson_packages group by 1
    union all select 'share ' || status || case when package_id is null then '' else ' of an ended package' end, count(*)::int
      from payouts group by 1
    union all select 'share taken back', count(*)::int from payout_reversals
    union all select 'problem ' || status, count(*)::int from payment_disputes group by 1
    union all select 'problem of ' || source, count(*)::int from payment_disputes group by 1 order by 1`)
  return Object.fromEntries(rows.map(({ what, n }) => [what, n]))
}
