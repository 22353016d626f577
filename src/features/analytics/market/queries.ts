import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { dateIn, OFFICE_ZONE } from '#platform/time.ts'
import type { Days } from '../period.ts'
import { within } from '../queries.ts'
import { daysOfMonth, monthsLater } from './months.ts'
import {
  COHORT_MONTHS,
  type Cohort,
  type Market,
  type MarketInput,
  type MarketRow,
  MONTHS,
} from './schema.ts'
import {
  lessons,
  listedCoaches,
  moneyLines,
  NO_AREA,
  OFFICE,
  days as recordedDays,
  searches,
} from './statement.ts'

// Raw, all of it: the queries of this file sum events by month in New York.

/**
 * The position of an instant's month among these, from 1 on: faster than converting each instant to New York's time.
 * @param months ascending
 */
const monthAmong = (months: readonly string[], instant: SQL): SQL => sql`
  width_bucket(${instant}, (
    select array_agg((month || '-01')::timestamp at time zone ${OFFICE} order by month) from unnest(${sql.param(months)}::text[]) month
  ))`

const inArea = (area: string | undefined): SQL => (area === undefined ? sql`true` : sql`area = ${area}`)

/** The last months up to the current one, ascending. @param now milliseconds since 1970, UTC */
function lastMonths(now: number, count: number): string[] {
  const current = dateIn(now, OFFICE_ZONE).slice(0, 7)
  return Array.from({ length: count }, (_, at) => monthsLater(current, at + 1 - count))
}

/** The days from the first to the last of these months. */
const daysOf = (months: readonly string[]): Days => ({
  from: daysOfMonth(months[0] ?? '2000-01').from,
  to: daysOfMonth(months.at(-1) ?? '2000-01').to,
})

const nothing: Omit<MarketRow, 'key'> = {
  name: null,
  searches: 0,
  withoutResult: 0,
  zipsInVain: 0,
  grossCents: 0,
  feeCents: 0,
  refundsCents: 0,
  lessons: 0,
  firstLessons: 0,
  returned: 0,
  daysToFirst: null,
  openCoaches: null,
  fillRate: null,
}

/**
 * The figures about the market: by month, the newest first, or by area in one month, the largest sales first.
 * @param now milliseconds since 1970, UTC
 */
export async function readMarket(db: Queryable, { area, month }: MarketInput, now: number): Promise<Market> {
  const months = month ? [month] : lastMonths(now, MONTHS)
  const days = daysOf(months)
  const key = month ? sql`area` : monthAmong(months, sql`at`)
  const where = sql`${within(sql`at`, days)} and ${inArea(area)}`
  type Part<Name extends keyof MarketRow> = Pick<MarketRow, Name> & { key: string | number }
  const [searched, paid, booked, offered, coaches] = await Promise.all([
    db.execute<Part<'searches' | 'withoutResult' | 'zipsInVain'>>(sql`
      select key, sum(searches)::int as searches, sum(vain)::int as "withoutResult", count(*) filter (where vain > 0)::int as "zipsInVain"
      from (
        select ${key} as key, count(*) as searches, count(*) filter (where results = 0) as vain
        from ${searches} s where ${where} group by 1, zip
      ) s group by 1`),
    db.execute<Part<'grossCents' | 'feeCents' | 'refundsCents'>>(sql`
      select ${key} as key, sum(gross)::float8 as "grossCents", sum(fee)::float8 as "feeCents", sum(refunds)::float8 as "refundsCents"
      from ${moneyLines} m where ${where} group by 1`),
    db.execute<Part<'lessons' | 'firstLessons' | 'returned' | 'daysToFirst'>>(sql`
      select ${key} as key, count(*)::int as lessons, count(*) filter (where is_first)::int as "firstLessons",
        count(*) filter (where is_counted and is_return)::int as returned,
        percentile_cont(0.5) within group (order by days) filter (where is_first) as "daysToFirst"
      from ${lessons} l where ${where} group by 1`),
    readDays(db, { area, month }, days),
    db.execute<Market['coaches']>(sql`
      select count(*)::int as listed, count(*) filter (where is_open)::int as open
      from ${listedCoaches} c where ${inArea(area)}`),
  ])
  const rows = new Map<string, MarketRow>(month ? [] : months.map((key) => [key, { key, ...nothing }]))
  for (const part of [...searched.rows, ...paid.rows, ...booked.rows, ...offered]) {
    const key = typeof part.key === 'number' ? (months[part.key - 1] ?? '') : part.key
    rows.set(key, { ...(rows.get(key) ?? nothing), ...part, key })
  }
  const names = month ? await readAreaNames(db, [...rows.keys()]) : new Map<string, string>()
  const sorted = [...rows.values()].sort((a, b) =>
    month
      ? b.grossCents - a.grossCents || b.searches - a.searches || compare(a.key, b.key)
      : compare(b.key, a.key),
  )
  return {
    rows: sorted.map((row) => ({ ...row, name: names.get(row.key) ?? null })),
    coaches: coaches.rows[0] ?? { listed: 0, open: 0 },
  }
}

/** The averages of the recorded days. An area without coaches on a recorded day has no openings on it. */
async function readDays(
  db: Queryable,
  { area, month }: MarketInput,
  days: Days,
): Promise<Pick<MarketRow, 'key' | 'openCoaches' | 'fillRate'>[]> {
  const recorded = sql`(select * from ${recordedDays} d where day between ${days.from}::date and ${days.to}::date)`
  const averages = sql`"openCoaches", sum(booked)::float8 / nullif(sum(offered), 0) as "fillRate"`
  const { rows } = await db.execute<Pick<MarketRow, 'key' | 'openCoaches' | 'fillRate'>>(
    month
      ? sql`
        select area as key, sum(open)::float8 / (select count(distinct day) from ${recorded} every) as ${averages}
        from ${recorded} d where ${inArea(area)} group by 1`
      : sql`
        select to_char(day, 'YYYY-MM') as key, coalesce(sum(open), 0)::float8 / count(*) as ${averages}
        from (
          select day, sum(open) filter (where ${inArea(area)}) as open, sum(booked) filter (where ${inArea(area)}) as booked,
            sum(offered) filter (where ${inArea(area)}) as offered
          from ${recorded} d group by day
        ) d group by 1`,
  )
  return rows
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The city with the most ZIP codes in each area. */
async function readAreaNames(db: Queryable, areas: readonly string[]): Promise<Map<string, string>> {
  const known = areas.filter((area) => area !== NO_AREA)
  if (known.length === 0) return new Map()
  const found = await db.execute<{ area: string; name: string }>(sql`
    select left(zip, 3) as area, mode() within group (order by city || ', ' || state) as name
    from zip_codes where left(zip, 3) in (${sql.join(
      known.map((area) => sql`${area}`),
      sql`, `,
    )}) group by 1`)
  return new Map(found.rows.map(({ area, name }) => [area, name]))
}

/**
 * Students by the month of their first lesson, and how many of them booked in each month since, the newest first.
 * @param now milliseconds since 1970, UTC
 */
export async function readCohorts(
  db: Queryable,
  { area }: { area?: string | undefined },
  now: number,
): Promise<Cohort[]> {
  const months = lastMonths(now, COHORT_MONTHS)
  const found = await db.execute<{ month: number; booked: number; students: number }>(sql`
    select ${monthAmong(months, sql`first_at`)} as month, ${monthAmong(months, sql`at`)} as booked, count(*)::int as students
    from ${lessons} l
    where is_counted and ${within(sql`first_at`, daysOf(months))} and ${within(sql`at`, daysOf(months))} and ${inArea(area)}
    group by 1, 2`)
  const of = new Map(found.rows.map((row) => [`${row.month} ${row.booked}`, row.students]))
  return months
    .map((month, at) => ({
      month,
      students: months.slice(at).map((_, later) => of.get(`${at + 1} ${at + 1 + later}`) ?? 0),
    }))
    .reverse()
}
