import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { dateIn, OFFICE_ZONE, toIso } from '#platform/time.ts'
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
import { monthOf, NO_AREA, openCoaches, days as recordedDays, searchedZips } from './statement.ts'

// Raw, all of it: the queries of this file read sums by month in New York.

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
  const key = month ? sql`area` : sql`to_char(month, 'YYYY-MM')`
  const where = sql`month between ${days.from}::date and ${days.to}::date and ${inArea(area)}`
  type Part<Name extends keyof MarketRow> = Pick<MarketRow, Name> & { key: string }
  const [searched, sold, first, offered, coaches, state] = await Promise.all([
    db.execute<Part<'searches' | 'withoutResult' | 'zipsInVain'>>(sql`
      select ${key} as key, sum(searches)::int as searches, sum(without_result)::int as "withoutResult", sum(zips_in_vain)::int as "zipsInVain"
      from ${searchMonths(days)} s where ${where} group by 1 having sum(searches) > 0`),
    db.execute<
      Part<'lessons' | 'firstLessons' | 'returned' | 'grossCents' | 'feeCents' | 'refundsCents'>
    >(sql`
      select ${key} as key, sum(lessons)::int as lessons, sum(first_lessons)::int as "firstLessons", sum(returned)::int as returned,
        sum(gross)::float8 as "grossCents", sum(fee)::float8 as "feeCents", sum(refunds)::float8 as "refundsCents"
      from market_months m
      where ${where} and (lessons <> 0 or gross <> 0 or fee <> 0 or refunds <> 0) group by 1`),
    readDaysToFirst(db, { area, month }, days),
    readDays(db, { area, month }, days),
    db.execute<Market['coaches']>(sql`
      select count(*)::int as listed, count(*) filter (where is_open)::int as open
      from ${openCoaches} c where ${inArea(area)}`),
    db.execute<{ oldest: string | null; is_complete: boolean }>(sql`
      select (select extract(epoch from noted_at) * 1000 from market_changes order by id limit 1)::float8 as oldest,
        not exists (select from market_changes where kind = 'day') as is_complete`),
  ])
  const rows = new Map<string, MarketRow>(month ? [] : months.map((key) => [key, { key, ...nothing }]))
  for (const part of [...searched.rows, ...sold.rows, ...first, ...offered])
    rows.set(part.key, { ...(rows.get(part.key) ?? nothing), ...part })
  const names = month ? await readAreaNames(db, [...rows.keys()]) : new Map<string, string>()
  const sorted = [...rows.values()].sort((a, b) =>
    month
      ? b.grossCents - a.grossCents || b.searches - a.searches || compare(a.key, b.key)
      : compare(b.key, a.key),
  )
  return {
    rows: sorted.map((row) => ({ ...row, name: names.get(row.key) ?? null })),
    coaches: coaches.rows[0] ?? { listed: 0, open: 0 },
    updatedAt: toIso(Number(state.rows[0]?.oldest ?? now)),
    isComplete: state.rows[0]?.is_complete ?? true,
  }
}

/**
 * SQL: searches by month and area: `month`, `area`, `searches`, `without_result`, `zips_in_vain`. Searches of months that have
 * not been added up yet are counted.
 */
const searchMonths = (days: Days): SQL => sql`(
  select month, area, searches, without_result, zips_in_vain from market_searches
  union all
  select month, area, sum(searches)::int, sum(vain)::int, count(*) filter (where vain > 0)::int
  from ${searchedZips(sql`${within(sql`h.created_at`, days)}
    and h.created_at >= (select coalesce((max(month) + interval '1 month') at time zone ${OFFICE_ZONE}, '-infinity') from market_searches)`)} s
  group by 1, 2
)`

/** The median number of days from joining to the first lesson. */
async function readDaysToFirst(
  db: Queryable,
  { area, month }: MarketInput,
  days: Days,
): Promise<Pick<MarketRow, 'key' | 'daysToFirst'>[]> {
  const { rows } = await db.execute<Pick<MarketRow, 'key' | 'daysToFirst'>>(
    area || month
      ? sql`
        select ${month ? sql`area` : sql`to_char(${monthOf(sql`at`)}, 'YYYY-MM')`} as key,
          percentile_cont(0.5) within group (order by days) as "daysToFirst"
        from market_lessons m where is_first and ${within(sql`at`, days)} and ${inArea(area)} group by 1`
      : // All students of a month by days: the one in the middle, or the average of the two.
        sql`
        select to_char(month, 'YYYY-MM') as key,
          (min(days) filter (where upto >= (total + 1) / 2) + min(days) filter (where upto >= total / 2 + 1)) / 2.0::float8 as "daysToFirst"
        from (
          select month, days, sum(students) over (partition by month order by days)::int as upto, sum(students) over (partition by month)::int as total
          from market_first_days where students > 0 and month between ${days.from}::date and ${days.to}::date
        ) m group by 1`,
  )
  return rows
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
  const { from, to } = daysOf(months)
  const found = await db.execute<{ month: string; booked: string; students: number }>(sql`
    select to_char(first_month, 'YYYY-MM') as month, to_char(month, 'YYYY-MM') as booked, sum(students)::int as students
    from market_returns m
    where first_month between ${from}::date and ${to}::date and month between ${from}::date and ${to}::date and ${inArea(area)}
    group by 1, 2`)
  const of = new Map(found.rows.map((row) => [`${row.month} ${row.booked}`, row.students]))
  return months
    .map((month, at) => ({
      month,
      students: months.slice(at).map((booked) => of.get(`${month} ${booked}`) ?? 0),
    }))
    .reverse()
}
