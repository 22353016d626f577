import pg from 'pg'
import { updateMarketCoaches } from '#features/analytics/market/commands.ts'
import { noteAllDays, updateMarket } from '#features/analytics/market/updates.ts'
import { addUpRevenue, noteAllRevenue } from '#features/bookings/revenue.ts'
import { deliverEmail } from '#features/notifications/delivery.ts'
import { rebuildSomeChanged } from '#features/search/open-times/rebuild.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/db.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { findBrokenPromises } from '../invariants.ts'
import { makeMarketplace } from '../load-database.ts'
import { each, openMemoryProduct } from '../memory-product.ts'
import { fillTables, parts, withoutIndexes } from '../million-rows.ts'
import { addStudents } from '../students.ts'
import { drawing, people, type Size, tables, tracked } from './statements.ts'

/** Statements at once; each uses one processor. */
const AT_ONCE = 2
/** Lessons that the demo gives its coaches; ours come with the golfers. */
const DEMO_LESSONS = 1

/** Seconds by what was filled. */
export type Times = Map<string, number>

/**
 * Fills a database with years of a marketplace: coaches by the demo's own seed, everything else set by set. Triggers are off while
 * rows are added; {@link findFaults} compares the result with what they keep.
 */
export async function fillScale(url: string, size: Size): Promise<Times> {
  const times: Times = new Map()
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    times.set(what, (performance.now() - began) / 1000)
    console.log(`  ${what}: ${times.get(what)?.toFixed(1)} s`)
  }
  await timed('coaches with places, hours and open times', () =>
    makeMarketplace(url, size.coaches, DEMO_LESSONS),
  )
  const pool = new pg.Pool({
    connectionString: url,
    max: AT_ONCE,
    options: '-c session_replication_role=replica -c work_mem=256MB',
  })
  const add = (table: string, statement: string) =>
    timed(table, () =>
      withClient(pool, (client) => withoutIndexes(client, table, () => client.query(statement))),
    )
  try {
    await pool.query(parts)
    for (const [table, statement] of Object.entries(people(size))) await add(table, statement)
    await timed('drawing lessons', async () => {
      for (const statement of drawing(size)) await pool.query(statement)
    })
    await timed('letters to copy', () => sendLetters(url))
    await each(Object.entries(tables(size)), AT_ONCE, ([table, statement]) => add(table, statement))
    for (const [count, names] of tracked(size))
      await each(names, AT_ONCE, (name) =>
        timed(name, () => withClient(pool, (client) => fillTables(client, count, [name]))),
      )
  } finally {
    await pool.end()
  }
  await timed('ratings', () => rateCoaches(url))
  await timed('open times of coaches with lessons', () => computeOpenTimes(url))
  await noteFigures(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`drop table drill.letters; drop table drill.talks; drop table drill.coaches`)
  await timed('vacuum analyze', () => client.query('vacuum analyze'))
  await client.end()
  return times
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** Sends every sample of an email once, so that the log keeps them as in production, and remembers them as letters to copy. */
async function sendLetters(url: string) {
  const { services, close } = await openMemoryProduct(url, Date.now())
  try {
    const pool = services.db.$client
    const mailing = { ...services, email: { ...services.email, send: async () => ({ id: uuidV4() }) } }
    const [reader] = await addStudents(pool, 1)
    for (const { key, kind, variables } of services.letters.samples(services.clock.now()))
      if (services.letters.templates.some((letter) => letter.key === key && letter.email))
        await deliverEmail(mailing, {
          key: `scale:${kind.id}:${uuidV4()}`,
          template: key,
          userId: reader?.userId ?? '',
          variables,
        })
    await pool.query(`create table drill.letters as
      select row_number() over (order by dedupe_key) - 1 as n, template_key, subject, job, wording, wording_values, html_digest, html_content
      from email_logs where dedupe_key like 'scale:%' and status = 'sent'`)
  } finally {
    await close()
  }
}

/** Adds the reviews up, as their trigger does. */
async function rateCoaches(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `update instructor_profiles c set booked_rating_sum = r.total, booked_rating_count = r.n
     from (select instructor_id, sum(rating)::int as total, count(*)::int as n from lesson_reviews
       where published_at is not null and paid_here group by 1) r
     where c.user_id = r.instructor_id`,
  )
  await client.end()
}

async function computeOpenTimes(url: string) {
  const db = openDatabase(url, { poolSize: 1 })
  try {
    await db.$client.query(
      `insert into open_start_changes (instructor_id) select distinct instructor_id from occupancies
       where ends_at > current_instant() on conflict do nothing`,
    )
    await db.$client.query('analyze')
    while ((await db.transaction((tx) => rebuildSomeChanged(tx, Date.now()))) !== null);
  } finally {
    await db.$client.end()
  }
}

/** Notes what the triggers would have noted for figures. */
async function noteFigures(url: string) {
  const db = openDatabase(url, { poolSize: 1 })
  try {
    await noteAllDays(db)
    await noteAllRevenue(db)
  } finally {
    await db.$client.end()
  }
}

/** Lets the jobs of figures compute all that was noted, as after an upgrade. Prints how long they take. */
export async function computeFigures(url: string): Promise<void> {
  const db = openDatabase(url, { poolSize: 1 })
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    console.log(`  ${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  try {
    await timed('revenue by day', async () => {
      while ((await addUpRevenue(db)) > 0);
    })
    await timed('lessons and money of the market', async () => {
      while ((await updateMarket({ db, clock: systemClock })) > 0);
    })
    await timed('openings of the market', () => updateMarketCoaches(db))
    await db.$client.query(
      'vacuum analyze market_lessons, market_entries, market_months, market_coaches, revenue_days',
    )
  } finally {
    await db.$client.end()
  }
}

/**
 * Compares the rows with what their triggers and foreign keys keep.
 * @param schema whose tables' keys are compared; the pool's `search_path` begins with it
 * @returns what differs, with the number of rows
 */
export async function findFaults(pool: pg.Pool, schema = 'public'): Promise<Record<string, number>> {
  const faults = await findBrokenPromises(pool, true)
  const { rows: keys } = await pool.query<{ name: string; query: string }>(
    `select conname as name, format('select count(*) from %s a where (%s) is not null and not exists (select from %s b where (%s) = (%s))',
       conrelid::regclass, ours, confrelid::regclass, ours, theirs) as query
     from pg_constraint c cross join lateral (
       select string_agg(format('a.%I', a.attname), ', ' order by k.at) as ours, string_agg(format('b.%I', b.attname), ', ' order by k.at) as theirs
       from unnest(c.conkey, c.confkey) with ordinality as k (a, b, at)
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.a join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.b
     ) columns
     where c.contype = 'f' and c.connamespace = $1::regnamespace and c.conparentid = 0`,
    [schema],
  )
  const ofKeys = Object.fromEntries(keys.map(({ name, query }) => [name, query]))
  return { ...faults, ...(await countFaults(pool, { ...ofKeys, ...kept })) }
}

/** Compares the figures about the market with lessons and ledger, once the jobs have added up all of them. */
export const findFaultsOfFigures = (pool: pg.Pool): Promise<Record<string, number>> =>
  countFaults(pool, addedUp)

async function countFaults(pool: pg.Pool, checks: Record<string, string>): Promise<Record<string, number>> {
  const faults: Record<string, number> = {}
  for (const [name, query] of Object.entries(checks)) {
    const { rows } = await pool.query<{ count: string }>(query)
    if (Number(rows[0]?.count) > 0) faults[name] = Number(rows[0]?.count)
  }
  return faults
}

/** What jobs add up. */
const addedUp: Record<string, string> = {
  'lessons and entries that the market lacks': `select (select count(*) from bookings b where status in ('confirmed', 'completed')
      and not is_demonstration and not entered_by_coach and not exists (select from market_lessons m where m.booking_id = b.id))
    + (select count(*) from ledger_transactions t join ledger_lines l on l.transaction_id = t.id and l.account = 'platform_fee'
      where not exists (select from market_entries m where m.transaction_id = t.id)) as count`,
  'months of the market that differ from their rows': `select count(*) from market_months m full join (
      select month, area, sum(lessons) as lessons, sum(gross) as gross, sum(fee) as fee from (
        select date_trunc('month', at at time zone 'America/New_York')::date as month, area, 1 as lessons, 0 as gross, 0 as fee from market_lessons
        union all
        select date_trunc('month', at at time zone 'America/New_York')::date, area, 0, gross, fee from market_entries
      ) every group by 1, 2
    ) r using (month, area) where (m.lessons, m.gross, m.fee) is distinct from (r.lessons, r.gross, r.fee)`,
}

/** What other triggers keep. */
const kept: Record<string, string> = {
  'students without their role': `select count(*) from profiles p where user_type = 'student' and not is_demo
    and not exists (select from user_roles r where r.user_id = p.id)`,
  'payments without their order, or with another charge': `select count(*) from payments p left join orders o on o.id = p.order_id
    where (o.student_id, o.stripe_session_id, o.stripe_payment_intent_id) is distinct from (p.student_id, p.stripe_session_id, p.stripe_payment_intent_id)`,
  'ledger transactions without lines': `select count(*) from ledger_transactions t
    where not exists (select from ledger_lines l where l.transaction_id = t.id)`,
  'conversations with other messages or without two people': `select count(*) from conversations c
    left join (select conversation_id, count(*) as n, max(position) as last from messages group by 1) m on m.conversation_id = c.id
    left join (select conversation_id, count(*) as n from conversation_participants group by 1) p on p.conversation_id = c.id
    where (c.message_count, c.message_count, 2) is distinct from (coalesce(m.n, 0), coalesce(m.last, 0), p.n)`,
  'ratings that differ from the reviews': `select count(*) from instructor_profiles c
    left join (select instructor_id, sum(rating) as total, count(*) as n from lesson_reviews where published_at is not null and paid_here group by 1) r
      on r.instructor_id = c.user_id
    where (c.booked_rating_sum, c.booked_rating_count) is distinct from (coalesce(r.total, 0), coalesce(r.n, 0))`,
  'emails whose HTML is not as it was kept': `select count(*) from email_logs e join email_wordings w on w.digest = e.wording
    where e.html_digest <> sha256(convert_to((select string_agg(part || coalesce(e.wording_values[w.slots[at] + 1], ''), '' order by at)
      from unnest(w.parts) with ordinality as p (part, at)), 'UTF8')) and e.created_at > current_instant() - interval '10 days'`,
}
