import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { dateIn, OFFICE_ZONE } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { within } from '../queries.ts'
import { daysOfMonth, monthsLater } from './months.ts'
import { entriesOf, isCountedLesson, lessonsOf, monthOf, NO_AREA, searchedZips } from './statement.ts'

/**
 * Keeps the rows behind the figures about the market, and their sums by month (decision 0156): the rows of changed students and entries are
 * deleted and subtracted, then read again and added, in one transaction. Triggers note changes in `market_changes`. Processes take turns,
 * so that an older state never replaces a newer one.
 */

// Raw, all of it: rows are computed and added up in the database.

/** An arbitrary number, the same for every process. */
const TURN = 402_700_143
/** Changes in one transaction. */
const CHANGES_AT_ONCE = 500
/** Whole days of lessons and entries in one transaction, besides them. */
const DAYS_AT_ONCE = 1
/** A run of the job ends after this time; the remaining changes wait for the next one. */
const RUN_MS = 40_000
/** Searches of a month are added up this long after it ended; later ones do not occur. */
const LATE_MS = DAY

/** Computes all that changed. @returns the number of changes */
export async function updateMarket({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const until = performance.now() + RUN_MS
  let changes = 0
  while (performance.now() < until) {
    const done = await db.transaction((tx) => updateSome(tx, DAYS_AT_ONCE))
    if (done === 0) break
    changes += done
  }
  while (performance.now() < until && (await db.transaction((tx) => addSearches(tx, clock.now()))));
  return changes
}

/** Computes everything, in the caller's transaction, after rows were added without triggers. @param now milliseconds since 1970, UTC */
export async function computeMarket(tx: Queryable, now: number): Promise<void> {
  await noteAllDays(tx)
  while ((await updateSome(tx, Number.MAX_SAFE_INTEGER)) > 0);
  while (await addSearches(tx, now));
}

/** Notes every day with bookings or entries, so that the next runs of the job compute all of them. */
export async function noteAllDays(db: Queryable): Promise<void> {
  await db.execute(sql`
    insert into market_changes (kind, day)
    select 'day', generate_series((min(began) at time zone 'UTC')::date, (max(ended) at time zone 'UTC')::date, interval '1 day')::date
    from (
      select min(created_at) as began, max(created_at) as ended from bookings
      union all
      select min(occurred_at), max(occurred_at) from ledger_transactions
    ) times`)
}

interface Change extends Record<string, unknown> {
  kind: 'student' | 'coach' | 'lesson' | 'entry' | 'day' | 'search'
  subject: string
}

/**
 * Days are read one by one (`offset 0`), and each of their rows is looked up: joined, the planner expects many of them and reads all
 * bookings.
 * @returns the number of changes
 */
async function updateSome(tx: Queryable, daysAtOnce: number): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TURN})`)
  const { rows } = await tx.execute<Change>(sql`
    delete from market_changes where id in (
      (select id from market_changes where kind <> 'day' order by id limit ${CHANGES_AT_ONCE})
      union all (select id from market_changes where kind = 'day' order by id limit ${daysAtOnce}))
    returning kind, coalesce(subject_id::text, day::text) as subject`)
  if (rows.length === 0) return 0
  const of = (kind: Change['kind']): SQL => {
    const subjects = rows.filter((row) => row.kind === kind).map(({ subject }) => subject)
    return sql`${sql.param(subjects)}::${sql.raw(kind === 'day' ? 'date[]' : 'uuid[]')}`
  }
  const inDays = (instant: SQL) =>
    sql`${instant} >= day::timestamp at time zone 'UTC' and ${instant} < (day + 1)::timestamp at time zone 'UTC'`
  const students = await tx.execute<{ id: string }>(sql`
    select unnest(${of('student')}) as id
    union
    select b.student_id from bookings b where b.instructor_id = any(${of('coach')}) and ${isCountedLesson}
    union
    select b.student_id
    from unnest(${of('day')}) day cross join lateral (select b.* from bookings b where ${inDays(sql`b.created_at`)} offset 0) b
    where ${isCountedLesson} and (select true from market_lessons m where m.booking_id = b.id) is null`)
  await replaceLessons(
    tx,
    students.rows.map(({ id }) => id),
  )
  const entries = await tx.execute<{ id: string }>(sql`
    select unnest(${of('entry')}) as id
    union
    select t.id from ledger_transactions t where t.booking_id = any(${of('lesson')})
    union
    select t.id from bookings b join ledger_transactions t on t.booking_id = b.id where b.instructor_id = any(${of('coach')})
    union
    select t.id from payments p join ledger_transactions t on t.payment_id = p.id where p.instructor_id = any(${of('coach')})
    union
    select t.id
    from unnest(${of('day')}) day cross join lateral (select t.id from ledger_transactions t where ${inDays(sql`t.occurred_at`)} offset 0) t
    where (select true from market_entries m where m.transaction_id = t.id) is null`)
  await replaceEntries(
    tx,
    entries.rows.map(({ id }) => id),
  )
  if (rows.some(({ kind }) => kind === 'search')) await addSearchesAgain(tx, of('search'))
  return rows.length
}

async function replaceLessons(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const students = sql`${sql.param(ids)}::uuid[]`
  await tx.execute(sql`
    with changed as (delete from market_lessons where student_id = any(${students}) returning *), ${sumsOfLessons(sql`-1`)}
    select count(*) from changed`)
  await tx.execute(sql`
    with changed as (
      insert into market_lessons (booking_id, at, first_at, student_id, coach_id, days, area, is_first, is_counted, is_return)
      select booking_id, at, first_at, student_id, coach_id, days, area, is_first, is_counted, is_return from ${lessonsOf(students)} l
      returning *
    ), ${sumsOfLessons(sql`1`)}
    select count(*) from changed`)
}

/** SQL: adds the rows of `changed` to the sums. @param sign -1 to subtract them */
const sumsOfLessons = (sign: SQL): SQL => sql`
  in_months as (
    insert into market_months as m (month, area, lessons, first_lessons, returned)
    select ${monthOf(sql`at`)}, area, ${sign} * count(*), ${sign} * count(*) filter (where is_first),
      ${sign} * count(*) filter (where is_counted and is_return)
    from changed group by 1, 2
    on conflict (month, area) do update set lessons = m.lessons + excluded.lessons, first_lessons = m.first_lessons + excluded.first_lessons,
      returned = m.returned + excluded.returned
  ), in_returns as (
    insert into market_returns as m (first_month, month, area, students)
    select ${monthOf(sql`first_at`)}, ${monthOf(sql`at`)}, area, ${sign} * count(*) from changed where is_counted group by 1, 2, 3
    on conflict (first_month, month, area) do update set students = m.students + excluded.students
  ), in_first_days as (
    insert into market_first_days as m (month, days, students)
    select ${monthOf(sql`at`)}, days, ${sign} * count(*) from changed where is_first group by 1, 2
    on conflict (month, days) do update set students = m.students + excluded.students
  )`

async function replaceEntries(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const entries = sql`${sql.param(ids)}::uuid[]`
  await tx.execute(sql`
    with changed as (delete from market_entries where transaction_id = any(${entries}) returning *), ${sumsOfEntries(sql`-1`)}
    select count(*) from changed`)
  await tx.execute(sql`
    with changed as (
      insert into market_entries (transaction_id, at, booking_id, coach_id, gross, fee, refunds, kind, area)
      select transaction_id, at, booking_id, coach_id, gross, fee, refunds, kind, area from ${entriesOf(sql`t.id = any(${entries})`)} e
      returning *
    ), ${sumsOfEntries(sql`1`)}
    select count(*) from changed`)
}

const sumsOfEntries = (sign: SQL): SQL => sql`
  in_months as (
    insert into market_months as m (month, area, gross, fee, refunds)
    select ${monthOf(sql`at`)}, area, ${sign} * sum(gross), ${sign} * sum(fee), ${sign} * sum(refunds) from changed group by 1, 2
    on conflict (month, area) do update set gross = m.gross + excluded.gross, fee = m.fee + excluded.fee, refunds = m.refunds + excluded.refunds
  )`

/** Adds up the searches of the first month that has ended since. @returns false when there is none */
async function addSearches(tx: Queryable, now: number): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TURN})`)
  const { rows } = await tx.execute<{ month: string | null }>(sql`
    select to_char(coalesce((select max(month) + interval '1 month' from market_searches),
      (select ${monthOf(sql`min(created_at)`)} from search_history)), 'YYYY-MM') as month`)
  const month = rows[0]?.month
  if (!month || monthsLater(month, 1) > dateIn(now - LATE_MS, OFFICE_ZONE).slice(0, 7)) return false
  await addSearchesOf(tx, month)
  return true
}

/** Adds up months again in which a search was marked as a test, or no longer is one. @param ids of the searches */
async function addSearchesAgain(tx: Queryable, ids: SQL): Promise<void> {
  const { rows } = await tx.execute<{ month: string }>(sql`
    select distinct to_char(m.month, 'YYYY-MM') as month
    from search_history h join market_searches m on m.month = ${monthOf(sql`h.created_at`)} where h.id = any(${ids})`)
  for (const { month } of rows) await addSearchesOf(tx, month)
}

async function addSearchesOf(tx: Queryable, month: string): Promise<void> {
  const first = sql`${`${month}-01`}::date`
  await tx.execute(sql`delete from market_searches where month = ${first}`)
  await tx.execute(sql`
    insert into market_searches (month, area, searches, without_result, zips_in_vain)
    select ${first}, area, sum(searches), sum(vain), count(*) filter (where vain > 0)
    from ${searchedZips(within(sql`h.created_at`, daysOfMonth(month)))} s group by area`)
  // A month without searches has ended, too.
  await tx.execute(sql`
    insert into market_searches (month, area, searches, without_result, zips_in_vain) values (${first}, ${NO_AREA}, 0, 0, 0)
    on conflict (month, area) do nothing`)
}
