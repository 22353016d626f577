import type pg from 'pg'
import { updateMarketCoaches } from '#features/analytics/market/commands.ts'
import { readCohorts, readMarket } from '#features/analytics/market/queries.ts'
import { computeMarket } from '#features/analytics/market/updates.ts'
import { openDatabase } from '#platform/db.ts'
import type { Bench } from './bench.ts'
import { median, ms, type Row, spreadOf } from './table.ts'

const LESSONS = 20_000
const SEARCHES = 100_000
const MOST_MS = 300
/** Of all searches that are inserted here. */
const SESSION = '00000000-0000-4000-8000-000000000016'

/** The page of figures about the market: 24 months with twenty thousand lessons and a hundred thousand searches. */
export async function benchMarket({ database: { pool, url }, rounds }: Bench): Promise<Row[]> {
  const db = openDatabase(url, { poolSize: 5 })
  const now = Date.now()
  await withoutTriggers(pool, (client) => fill(client))
  const compute = async () => {
    await pool.query(
      'truncate market_lessons, market_entries, market_months, market_returns, market_first_days, market_searches',
    )
    await db.transaction((tx) => computeMarket(tx, now))
    await updateMarketCoaches(db)
    await pool.query('vacuum analyze market_lessons')
  }
  await compute()
  try {
    const row = async (what: string, read: () => Promise<unknown>): Promise<Row> => {
      const times: number[] = []
      for (let round = -1; round < rounds; round++) {
        const began = performance.now()
        await read()
        if (round >= 0) times.push(performance.now() - began)
      }
      const result = median(times)
      return {
        goal: 'P16',
        what: `market, 20,000 lessons, 100,000 searches: ${what}`,
        ours: ms(result),
        reference: '',
        result: ms(result),
        spread: spreadOf(times),
        wanted: `≤ ${MOST_MS} ms`,
        met: result <= MOST_MS,
      }
    }
    const { rows } = await readMarket(db, {}, now)
    const month = rows[1]?.key
    const area = (await readMarket(db, { month }, now)).rows[0]?.key
    return [
      await row('24 months', () => readMarket(db, {}, now)),
      await row('the areas of a month', () => readMarket(db, { month }, now)),
      await row('24 months of an area', () => readMarket(db, { area }, now)),
      await row('students who come back', () => readCohorts(db, {}, now)),
    ]
  } finally {
    await withoutTriggers(pool, clear)
    await compute()
    await db.$client.end()
  }
}

/** Runs statements without the rules of single rows, which would take minutes. */
async function withoutTriggers(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await run(client)
    await client.query('commit')
    await client.query('analyze bookings, ledger_transactions, ledger_lines, search_history, market_days')
  } finally {
    client.release()
  }
}

/** Times are spread evenly over 24 months; each lesson is paid, and every tenth one is refunded. */
async function fill(client: pg.PoolClient): Promise<void> {
  await client.query(
    `with coaches as (
      select c.user_id as id, c.time_zone, l.id as place, row_number() over (order by c.user_id) as n
      from instructor_profiles c join instructor_teaching_locations l on l.instructor_id = c.user_id and l.is_primary
    ), students as (select id, row_number() over (order by id) as n from profiles where user_type = 'student')
    insert into bookings (instructor_id, student_id, teaching_location_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
      lesson_title, status, payment_status, location_name, is_demo, idempotency_key, created_at)
    select c.id, s.id, c.place, at, at + interval '1 hour', 60, c.time_zone, 85, '60-minute Lesson', 'completed', 'completed', 'Longleaf Hollow', true,
      'bench market ' || nth, at
    from generate_series(1, $1) nth
    cross join lateral (select now() - nth * interval '24 months' / $1 as at) t
    join coaches c on c.n = 1 + (nth::bigint * 7919) % (select count(*) from coaches)
    join students s on s.n = 1 + (nth::bigint * 104729) % (select count(*) from students)`,
    [LESSONS],
  )
  await client.query(
    `insert into ledger_transactions (business_key, kind, booking_id, occurred_at)
     select 'bench market ' || kind || b.idempotency_key, kind, b.id, b.created_at
     from bookings b cross join (values ('paid'), ('released'), ('refund_due')) kinds (kind)
     where b.idempotency_key like 'bench market %' and (kind <> 'refund_due' or b.idempotency_key like '%0')`,
  )
  await client.query(
    `insert into ledger_lines (transaction_id, account, amount_cents)
     select t.id, line.account, line.cents from ledger_transactions t
     join (values ('paid', 'processor_cash', 8500), ('paid', 'coach_held', -7225), ('paid', 'platform_fee', -1275),
       ('released', 'coach_held', 7225), ('released', 'processor_cash', -7225),
       ('refund_due', 'coach_held', 7225), ('refund_due', 'platform_fee', 1275), ('refund_due', 'refunds_due', -8500))
       line (kind, account, cents) on line.kind = t.kind
     where t.business_key like 'bench market %'`,
  )
  await client.query(
    `insert into search_history (id, session_id, search_query, results_count, created_at)
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
       || substr(md5(n::text), 4, 15))::uuid, '${SESSION}', z.zip, n % 7, at
     from generate_series(1, $1) n cross join lateral (select now() - n * interval '24 months' / $1 as at) moment
     join (select zip, row_number() over (order by md5(zip)) as place from zip_codes where zip ~ '^[0-9]{5}$' limit 5000) z
       on z.place = 1 + n % 5000`,
    [SEARCHES],
  )
  await client.query(
    `insert into market_days (day, area, listed, open, offered_minutes, booked_minutes)
     select now()::date - back, area, 20, 12, 6000, 2400
     from generate_series(0, 729) back, (select distinct left(zip, 3) as area from zip_codes where zip ~ '^[0-9]{5}$') areas
     on conflict (day, area) do nothing`,
  )
}

async function clear(client: pg.PoolClient): Promise<void> {
  await client.query(
    `delete from ledger_lines where transaction_id in (select id from ledger_transactions where business_key like 'bench market %')`,
  )
  await client.query(`delete from ledger_transactions where business_key like 'bench market %'`)
  await client.query(`delete from bookings where idempotency_key like 'bench market %'`)
  await client.query(`delete from search_history where session_id = '${SESSION}'`)
  await client.query('delete from market_days where listed = 20 and open = 12 and offered_minutes = 6000')
}
