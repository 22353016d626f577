import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { AttentionSource } from '#ports/services.ts'

const tabHref = (tab: string) => `/?tab=${tab}`
const of = (statement: ReturnType<typeof sql>) => async (db: Queryable) => {
  // Raw: one row of a count and the oldest, over tables of every feature.
  const found = await db.execute<{ n: number; oldest: string | null }>(statement)
  const row = found.rows[0]
  return {
    count: Number(row?.n ?? 0),
    oldest: row?.oldest ? Date.parse(row.oldest) : null,
  }
}

/** What waits for somebody, in the order in which it hurts. */
export const attentionSources: readonly AttentionSource[] = [
  {
    id: 'disputes',
    label: 'Disputes to settle',
    href: tabHref('disputes'),
    read: of(sql`select count(*)::int as n, min(created_at)::text as oldest from payment_disputes
      where status in ('pending', 'investigating')`),
  },
  {
    id: 'payouts',
    label: 'Payouts with errors',
    href: tabHref('money-findings'),
    read: of(sql`select count(*)::int as n, min(due_at)::text as oldest from payouts
      where last_error is not null and sent_at is null`),
  },
  {
    id: 'refunds',
    label: 'Refunds with errors',
    href: tabHref('money-findings'),
    read: of(sql`select count(*)::int as n, min(requested_at)::text as oldest from payment_refunds
      where status = 'requested' and last_error is not null`),
  },
  {
    id: 'reports',
    label: 'Reported messages',
    href: tabHref('reported-messages'),
    read: of(
      sql`select count(*)::int as n, min(created_at)::text as oldest from message_reports where status = 'open'`,
    ),
  },
  {
    id: 'tickets',
    label: 'Support tickets',
    href: tabHref('support'),
    read: of(
      sql`select count(*)::int as n, min(created_at)::text as oldest from support_tickets where status = 'open'`,
    ),
  },
  {
    id: 'certificates',
    label: 'Certificates to check',
    href: tabHref('certificates'),
    read: of(
      sql`select count(*)::int as n, min(created_at)::text as oldest from credential_requests where status = 'asked'`,
    ),
  },
  {
    id: 'reviews',
    label: 'Imported reviews to approve',
    href: tabHref('imported-reviews'),
    read: of(
      sql`select count(*)::int as n, min(created_at)::text as oldest from imported_reviews where status = 'asked'`,
    ),
  },
  {
    id: 'trials',
    label: 'Trial requests',
    href: `${tabHref('trial-requests')}&contacted=no`,
    read: of(
      sql`select count(*)::int as n, min(created_at)::text as oldest from trial_interests where contacted_at is null`,
    ),
  },
  {
    id: 'jobs',
    label: 'Failed jobs',
    href: tabHref('jobs'),
    read: of(
      sql`select count(*)::int as n, min(completed_on)::text as oldest from pgboss.job where state = 'failed'`,
    ),
  },
  {
    id: 'restricted',
    label: 'Coaches whose bank account is not ready',
    href: '/admin/users?role=coach',
    read: of(sql`select count(*)::int as n, min(a.updated_at)::text as oldest from payout_accounts a
      where a.status = 'pending' and exists (select 1 from payouts p where p.instructor_id = a.instructor_id and p.sent_at is null)`),
  },
  {
    id: 'discounts',
    label: 'Students with many discounts this month',
    href: tabHref('money-findings'),
    read: of(sql`select count(*)::int as n, null as oldest from (select d.student_id from booking_discounts d
      where d.redeemed_at > current_instant() - interval '30 days' group by d.student_id having count(*) >= 5) odd`),
  },
]

/** Everything that waits for somebody, by what the sources count; what waits for nobody is left out. */
export async function readAttention(db: Queryable, sources: readonly AttentionSource[]) {
  const counted = await Promise.all(
    sources.map(async ({ id, label, href, read }) => ({ id, label, href, ...(await read(db)) })),
  )
  return counted
    .filter(({ count }) => count > 0)
    .map(({ oldest, ...rest }) => ({
      ...rest,
      oldest: oldest === null ? null : new Date(oldest).toISOString(),
    }))
}
