import { type SQL, sql } from 'drizzle-orm'
import type { VitalName } from '#features/tracking/tracking.ts'
import type { Queryable } from '#platform/db.ts'
import { OFFICE_ZONE } from '#platform/time.ts'
import { type Days, daysBefore } from './period.ts'
import { funnelSteps, type People, type Traffic } from './schema.ts'

// Raw, all of it: the queries of this file sum events by day in New York.

const LONGEST_TOP = 10
const TOP_SEARCHES = 5
/** A booking within this time after the last page view counts toward the visit. */
export const AFTERWARDS = sql`interval '1 hour'`

/** Whether an instant lies in these days in New York. */
export const within = (instant: SQL, { from, to }: Days): SQL =>
  sql`${instant} >= ${from}::date::timestamp at time zone ${OFFICE_ZONE}
    and ${instant} < (${to}::date + 1)::timestamp at time zone ${OFFICE_ZONE}`

/** Whether no event of a visit is marked as a test. */
const isReal = (sessionId: SQL): SQL =>
  sql`not exists (select from search_history t where t.session_id = ${sessionId} and t.is_test)
    and not exists (select from quiz_responses q where q.visit_id = ${sessionId} and q.is_test)`

const dayOf = (instant: SQL): SQL => sql`(${instant} at time zone ${OFFICE_ZONE})::date`

/**
 * Reads the traffic of these days, with the totals of the same number of days before for comparison. Visits
 * marked as tests are excluded.
 */
export async function readTraffic(db: Queryable, days: Days): Promise<Traffic> {
  const [byDay, totals, before, funnel, pages, sources, vitals] = await Promise.all([
    readDays(db, days),
    readTotals(db, days),
    readTotals(db, daysBefore(days)),
    readFunnel(db, days),
    readTopPages(db, days),
    readSources(db, days),
    readVitals(db, days),
  ])
  return { days: byDay, totals, before, funnel, pages, sources, vitals }
}

async function readDays(db: Queryable, days: Days): Promise<Traffic['days']> {
  const found = await db.execute<Traffic['days'][number]>(sql`
    select every.day::date::text as date, coalesce(s.visits, 0) as visits, coalesce(s.signed_in, 0) as "signedIn",
      coalesce(v.views, 0) as views
    from generate_series(${days.from}::date, ${days.to}::date, interval '1 day') every(day)
    left join (
      select ${dayOf(sql`created_at`)} as day, count(*)::int as visits,
        count(*) filter (where is_authenticated)::int as signed_in
      from user_sessions s where ${within(sql`created_at`, days)} and ${isReal(sql`s.session_id`)} group by 1
    ) s on s.day = every.day::date
    left join (
      select ${dayOf(sql`created_at`)} as day, count(*)::int as views
      from page_views v where ${within(sql`created_at`, days)} and ${isReal(sql`v.session_id`)} group by 1
    ) v on v.day = every.day::date
    order by 1`)
  return found.rows
}

async function readTotals(db: Queryable, days: Days): Promise<Traffic['totals']> {
  const found = await db.execute<Traffic['totals']>(sql`
    select s.visits, s.signed_in as "signedIn", v.views, v.seconds as "secondsAView"
    from (
      select count(*)::int as visits, count(*) filter (where is_authenticated)::int as signed_in
      from user_sessions s where ${within(sql`created_at`, days)} and ${isReal(sql`s.session_id`)}
    ) s, (
      select count(*)::int as views, round(avg(duration_seconds), 1)::float8 as seconds
      from page_views v where ${within(sql`created_at`, days)} and ${isReal(sql`v.session_id`)}
    ) v`)
  return found.rows[0] ?? { visits: 0, signedIn: 0, views: 0, secondsAView: null }
}

/**
 * Counts visits per funnel step. A visit belongs to the furthest step it reached and counts for every step
 * before it. Bookings belong to users, so a visit reached the last two steps when its user booked during the
 * visit or within the hour after it.
 */
async function readFunnel(db: Queryable, days: Days): Promise<Traffic['funnel']> {
  const found = await db.execute<{ reached: number; visits: number }>(sql`
    with visits as (
      select s.session_id, s.user_id, s.created_at, s.ended_at from user_sessions s
      where ${within(sql`s.created_at`, days)} and ${isReal(sql`s.session_id`)}
    )
    select reached, count(*)::int as visits from (
      select case
        when booked.paid then 6
        when booked.paid is not null then 5
        when shown.asked or exists (select from instructor_profile_events e where e.session_id = v.session_id) then 4
        when shown.opened
          or exists (select from page_views p where p.session_id = v.session_id and p.page_path like '/instructor/%') then 3
        when shown.opened is not null
          or exists (select from search_history h where h.session_id = v.session_id) then 2
        else 1 end as reached
      from visits v
      left join lateral (
        select bool_or(i.clicked) as opened, bool_or(i.message_clicked or i.book_clicked) as asked
        from instructor_impressions i where i.session_id = v.session_id
      ) shown on true
      left join lateral (
        -- What was refunded since was paid all the same.
        select bool_or(b.payment_status in ('completed', 'partially_refunded', 'refunded')) as paid from bookings b
        where b.student_id = v.user_id and not b.is_demonstration and not b.entered_by_coach
          and b.created_at between v.created_at and v.ended_at + ${AFTERWARDS}
      ) booked on true
    ) furthest group by 1`)
  return funnelSteps.map((step, at) => ({
    step,
    visits: found.rows.filter(({ reached }) => reached > at).reduce((sum, { visits }) => sum + visits, 0),
  }))
}

/**
 * Lists the pages with the most views. Ids in paths are replaced, so that all pages of one kind count as one.
 */
async function readTopPages(db: Queryable, days: Days): Promise<Traffic['pages']> {
  const found = await db.execute<Traffic['pages'][number]>(sql`
    select regexp_replace(page_path, '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', '…') as path,
      count(*)::int as views, count(distinct session_id)::int as visits
    from page_views v where ${within(sql`created_at`, days)} and ${isReal(sql`v.session_id`)}
    group by 1 order by 2 desc, 1 limit ${LONGEST_TOP}`)
  return found.rows
}

/** Counts visits by the referring site of their first page. */
async function readSources(db: Queryable, days: Days): Promise<Traffic['sources']> {
  const found = await db.execute<Traffic['sources'][number]>(sql`
    select coalesce(substring(first.referrer from '^https?://(?:www\\.)?([^/:]+)'), 'Direct') as source, count(*)::int as visits
    from (
      select distinct on (session_id) session_id, nullif(referrer, '') as referrer, domain
      from page_views v where ${within(sql`created_at`, days)} and ${isReal(sql`v.session_id`)}
      order by session_id, created_at, id
    ) first
    where first.referrer is null or substring(first.referrer from '^https?://([^/:]+)') <> first.domain
    group by 1 order by 2 desc, 1 limit ${LONGEST_TOP}`)
  return found.rows
}

async function readVitals(db: Queryable, days: Days): Promise<Traffic['vitals']> {
  const found = await db.execute<{ name: VitalName; p75: number; good: number; measured: number }>(sql`
    select name, percentile_cont(0.75) within group (order by value) as p75,
      round(100.0 * count(*) filter (where rating = 'good') / count(*), 1)::float8 as good, count(*)::int as measured
    from web_vitals where ${within(sql`created_at`, days)} group by 1 order by 1`)
  return found.rows.map(({ name, p75, good, measured }) => ({ name, p75, goodPercent: good, measured }))
}

/** Counts the users with an account who visited in these days. */
export async function readPeople(db: Queryable, days: Days): Promise<People> {
  const found = await db.execute<People>(sql`
    select came.active, came.back as "cameBack", new.joined, new.booked as "joinedAndBooked"
    from (
      select count(*)::int as active, count(*) filter (where days > 1)::int as back
      from (
        select user_id, count(distinct ${dayOf(sql`created_at`)}) as days from user_sessions
        where user_id is not null and ${within(sql`created_at`, days)} group by 1
      ) one
    ) came, (
      select count(*)::int as joined, count(*) filter (where exists (
        select from bookings b where b.student_id = p.id and b.status in ('confirmed', 'completed')
          and not b.is_demonstration and not b.entered_by_coach
      ))::int as booked
      from profiles p where ${within(sql`p.created_at`, days)} and p.closed_at is null
        and not p.is_invited and p.entered_by is null
    ) new`)
  return found.rows[0] ?? { active: 0, cameBack: 0, joined: 0, joinedAndBooked: 0 }
}

/** Lists the most frequent searches, without tests. */
export async function readTopSearches(db: Queryable, days: Days) {
  const found = await db.execute<{ query: string; searches: number; withoutResult: number }>(sql`
    select search_query as query, count(*)::int as searches,
      count(*) filter (where results_count = 0)::int as "withoutResult"
    from search_history where ${within(sql`created_at`, days)} and not is_test
    group by 1 order by 2 desc, 1 limit ${TOP_SEARCHES}`)
  return found.rows
}
