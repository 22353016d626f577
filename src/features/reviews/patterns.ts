import { createHash } from 'node:crypto'
import { count, min, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { AdminList } from '#ports/services.ts'
import { reviewPatterns } from './tables.ts'

/** Reviews of one coach that may all be by one person: the same card, network or browser for several reviewers. */

const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)

/** Where a review was sent from. */
export interface ReviewSource {
  /** The sender's address; of IPv6 its network. */
  address: string
  userAgent: string | null
}

/** Fingerprints of the network, and of the browser in it; null where they are not known. */
export function fingerprintsOf(source: ReviewSource | null): {
  network: string | null
  device: string | null
} {
  if (!source || source.address === 'unknown') return { network: null, device: null }
  const { address, userAgent } = source
  return {
    network: fingerprint(address),
    device: userAgent ? fingerprint(`${address} ${userAgent}`) : null,
  }
}

const DAYS = 90

/**
 * SQL: a row for each coach and each thing that several reviewers of the last 90 days share: two a card or a browser, three a network
 * (people of one house or office share that).
 */
const patterns = sql`(
  select md5(s.instructor_id::text || s.what || s.mark)::uuid as id, s.instructor_id, s.what,
    count(distinct s.student_id)::integer as reviewers, min(s.created_at) as since
  from (
    select r.instructor_id, r.student_id, r.created_at, shared.what, shared.mark
    from lesson_reviews r
    left join payments p on p.booking_id = r.booking_id
    left join orders o on o.id = p.order_id
    cross join lateral (values ('card', o.card_fingerprint), ('browser', r.device), ('network', r.network)) as shared (what, mark)
    where shared.mark is not null and r.created_at > current_instant() - make_interval(days => ${sql.raw(String(DAYS))})
  ) s
  group by s.instructor_id, s.what, s.mark
  having count(distinct s.student_id) >= case s.what when 'network' then 3 else 2 end
)`

/** Finds the patterns of now. Unchanged rows stay as they are. It reads the payments of all reviews, so a job does it (decision 0156). */
export async function findReviewPatterns(db: Queryable): Promise<void> {
  // Raw: one statement deletes, inserts and updates.
  await db.execute(sql`
    with found as materialized (select * from ${patterns} u), gone as (
      delete from review_patterns p where not exists (select from found f where f.id = p.id)
    )
    insert into review_patterns as p (id, instructor_id, what, reviewers, since)
    select id, instructor_id, what, reviewers, since from found
    on conflict (id) do update set reviewers = excluded.reviewers, since = excluded.since
    where (p.reviewers, p.since) is distinct from (excluded.reviewers, excluded.since)`)
}

/** How many such patterns were found, and since when there are any. */
export async function readPatterns(db: Queryable): Promise<{ count: number; oldest: number | null }> {
  const [found] = await db.select({ count: count(), oldest: min(reviewPatterns.since) }).from(reviewPatterns)
  return { count: found?.count ?? 0, oldest: found?.oldest ?? null }
}

const whats = { card: 'The same card', browser: 'The same browser', network: 'The same network' }

/** Coaches several of whose reviewers share a card, a browser or a network, the newest first. */
export const reviewPatternList: AdminList = {
  name: 'review-patterns',
  noun: ['pattern', 'patterns'],
  from: sql`review_patterns u`,
  id: sql`u.id`,
  idKind: 'uuid',
  columns: {
    since: { label: 'Since', kind: 'instant', value: sql`u.since`, sort: true },
    coach: {
      label: 'Coach',
      kind: 'text',
      value: sql`(select p.full_name from profiles p where p.id = u.instructor_id)`,
    },
    shared: {
      label: 'Reviewers share',
      kind: 'choice',
      value: sql`u.what`,
      options: Object.entries(whats).map(([value, label]) => ({ value, label })),
      filter: true,
    },
    reviewers: { label: 'Reviewers', kind: 'number', value: sql`u.reviewers` },
    coachId: { label: 'Coach', kind: 'text', value: sql`u.instructor_id`, hidden: true },
  },
  sortedBy: '-since',
}
