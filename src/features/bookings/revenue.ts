import { type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { OFFICE_ZONE } from '#platform/time.ts'

/** Revenue of taught lessons. All amounts in cents. */
export interface Revenue {
  lessons: number
  /** The amount students paid. */
  grossCents: Cents
  /** Completed and pending refunds. */
  refundsCents: Cents
  /** `gross - refunds`. */
  netCents: Cents
  /** The coaches' share of the net. */
  shareCents: Cents
}

/**
 * Whether a lesson counts as revenue: completed, and paid through the platform.
 * @param b the alias of bookings in the statement
 */
export const bringsRevenue = (b: SQL = sql`b`) => sql`${b}.status = 'completed'
  and ${b}.payment_status in ('completed', 'partially_refunded', 'refunded') and not ${b}.is_demonstration
  and not exists (select from payments e where e.booking_id = ${b}.id and e.payment_method = 'elsewhere')`

/**
 * Over ledger transactions `t` and their lines `l`: refunds, and the coaches' share of the rest. In cents.
 */
const refunded = sql`coalesce(-sum(l.amount_cents) filter (where t.kind = 'refund_due' and l.account = 'refunds_due'), 0)`
const coachShare = sql`coalesce(-sum(l.amount_cents) filter (where l.account = 'coach_held' and t.kind not in ('released', 'reversed')), 0)`

type Sums = Record<'lessons' | 'gross' | 'refunds' | 'share', string | null>

function toRevenue(row: Sums | undefined): Revenue {
  const grossCents = Number(row?.gross ?? 0)
  const refundsCents = Number(row?.refunds ?? 0)
  return {
    lessons: Number(row?.lessons ?? 0),
    grossCents,
    refundsCents,
    netCents: grossCents - refundsCents,
    shareCents: Number(row?.share ?? 0),
  }
}

/**
 * Sums up revenue: completed lessons that were paid through the platform. A partly refunded lesson counts
 * with the remaining amount. Demo lessons and lessons paid elsewhere are excluded. All revenue figures must
 * use this module.
 * @param which a condition on bookings `b`, such as one coach's bookings
 */
export async function readRevenue(db: Queryable, which: SQL): Promise<Revenue> {
  // Raw: one pass over the lessons and one over their ledger entries.
  const found = await db.execute<Sums>(sql`
    with given as materialized (
      select b.id, b.price_amount from bookings b
      where ${bringsRevenue()} and ${which}
    ), booked as (
      select ${refunded} as refunds, ${coachShare} as share
      from given g join ledger_transactions t on t.booking_id = g.id
      join ledger_lines l on l.transaction_id = t.id
    )
    select (select count(*) from given) as lessons, (select coalesce(sum(price_amount * 100), 0)::bigint from given) as gross,
      booked.refunds, booked.share
    from booked`)
  return toRevenue(found.rows[0])
}

const OFFICE = sql.raw(`'${OFFICE_ZONE}'`)
const midnight = (day: SQL) => sql`(${day})::date::timestamp at time zone ${OFFICE}`
const dayOf = (instant: SQL) => sql`(${instant} at time zone ${OFFICE})::date`

/**
 * SQL: days whose revenue changed since it was added up: `day`. A lesson that is not completed brings no revenue; its day is
 * noted again when it is completed.
 */
const changedDays = sql`(
  select c.day from revenue_changes c where c.day is not null
  union
  select ${dayOf(sql`b.lesson_date`)} from revenue_changes c join bookings b on b.id = c.booking_id where b.status = 'completed'
)`

/**
 * SQL: the revenue of days, from lessons and ledger: `day`, `lessons`, `gross`, `refunds`, `share`. Days without any are left
 * out. The entries of each lesson are looked up by themselves: the planner expects too many days, and would read the whole
 * ledger.
 * @param days a relation with the column `day`
 */
const revenueOf = (days: SQL) => sql`(
  select d.day, count(*)::integer as lessons, sum(g.price_amount * 100)::bigint as gross, sum(m.refunds)::bigint as refunds,
    sum(m.share)::bigint as share
  from ${days} d
  cross join lateral (
    select b.id, b.price_amount from bookings b
    where b.lesson_date >= ${midnight(sql`d.day`)} and b.lesson_date < ${midnight(sql`d.day + 1`)} and ${bringsRevenue()} offset 0
  ) g
  cross join lateral (
    select ${refunded} as refunds, ${coachShare} as share
    from ledger_transactions t join ledger_lines l on l.transaction_id = t.id where t.booking_id = g.id
  ) m
  group by d.day
)`

/**
 * SQL: the revenue of each day, as {@link revenueOf}. Days that changed since they were added up are added up again, so the
 * figures are exact at any moment.
 * @param which a condition on the column `day`
 */
const revenueDays = (which: SQL) => sql`(
  with changed as materialized (select day from ${changedDays} c where ${which})
  select day, lessons, gross_cents as gross, refunds_cents as refunds, share_cents as share
  from revenue_days where ${which} and day not in (select day from changed)
  union all
  select day, lessons, gross, refunds, share from ${revenueOf(sql`changed`)} r
)`

/** Sums up the revenue of all lessons, as {@link readRevenue}. */
export async function readTotalRevenue(db: Queryable): Promise<Revenue> {
  // Raw: days that were added up, and days that were not.
  const found = await db.execute<Sums>(sql`
    select coalesce(sum(lessons), 0) as lessons, coalesce(sum(gross), 0)::bigint as gross, sum(refunds)::bigint as refunds, sum(share)::bigint as share
    from ${revenueDays(sql`true`)} d`)
  return toRevenue(found.rows[0])
}

/**
 * The revenue of each day with lessons. Days without lessons are omitted.
 * @param days the first and the last day, both included, as `2026-03-08` in New York
 */
export async function readRevenueByDay(
  db: Queryable,
  { from, to }: { from: string; to: string },
): Promise<Map<string, Revenue>> {
  // Raw: as above, by day.
  const found = await db.execute<Sums & { day: string }>(sql`
    select day::text as day, lessons, gross, refunds, share
    from ${revenueDays(sql`day between ${from}::date and ${to}::date`)} d`)
  return new Map(found.rows.map((row) => [row.day, toRevenue(row)]))
}

/** An arbitrary number, the same for every process. */
const TURN = 402_700_156
/** Days in one transaction. */
const DAYS_AT_ONCE = 5
/** A run of the job ends after this time; the remaining days wait for the next one. */
const RUN_MS = 40_000

/**
 * Adds up the days whose revenue changed. Processes take turns, so that an older sum never replaces a newer one.
 * @returns the number of days
 */
export async function addUpRevenue(db: Pick<Database, 'transaction'>): Promise<number> {
  const until = performance.now() + RUN_MS
  let days = 0
  for (;;) {
    const added = await db.transaction((tx) => addUpSomeDays(tx, DAYS_AT_ONCE))
    days += added
    if (added === 0 || performance.now() > until) return days
  }
}

/** Notes every day with lessons, after rows were added without triggers, so that the next runs of the job add up all of them. */
export async function noteAllRevenue(db: Queryable): Promise<void> {
  await db.execute(sql`
    insert into revenue_changes (day)
    select generate_series(${dayOf(sql`min(lesson_date)`)}, ${dayOf(sql`max(lesson_date)`)}, interval '1 day')::date from bookings`)
}

/** Adds up all days, in the caller's transaction, after rows were added without triggers. */
export async function computeRevenue(tx: Queryable): Promise<void> {
  await noteAllRevenue(tx)
  while ((await addUpSomeDays(tx, Number.MAX_SAFE_INTEGER)) > 0);
}

/** @returns the number of days */
async function addUpSomeDays(tx: Queryable, daysAtOnce: number): Promise<number> {
  // Raw, all of it: each statement sees the changes of the ones that were deleted before.
  await tx.execute(sql`select pg_advisory_xact_lock(${TURN})`)
  const { rows } = await tx.execute<{ day: string }>(
    sql`select day::text as day from ${changedDays} c order by day limit ${daysAtOnce}`,
  )
  const days = sql.param(rows.map(({ day }) => day))
  await tx.execute(sql`
    delete from revenue_changes c where c.day = any(${days}::date[]) or (c.booking_id is not null and not exists (
      select from bookings b where b.id = c.booking_id and b.status = 'completed' and ${dayOf(sql`b.lesson_date`)} <> all(${days}::date[])))`)
  if (rows.length === 0) return 0
  await tx.execute(sql`delete from revenue_days where day = any(${days}::date[])`)
  await tx.execute(sql`
    insert into revenue_days (day, lessons, gross_cents, refunds_cents, share_cents)
    select day, lessons, gross, refunds, share from ${revenueOf(sql`(select unnest(${days}::date[]) as day)`)} r`)
  return rows.length
}
