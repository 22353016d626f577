/**
 * One database with a schema for each of two regions: tables of coaches are in `west` and `east`, accounts stay in `public`. Each region has
 * web and worker processes of the unchanged product, whose connections have `search_path=<region>,public`. One golfer books, pays, cancels
 * and takes lessons in both; two golfers want one time, in both regions at once; a coach moves from west to east. Then the drill prints
 * what does not work across regions (decision 0157).
 *
 *   npm run drill -- regions [--races=10]
 */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { makeClockMovable } from '#db/seed/movable-clock.ts'
import { loadTemplates } from '#db/seed/templates.ts'
import { loadZipCodes } from '#db/seed/zip-codes.ts'
import { startCluster } from '#platform/embedded-postgres.ts'
import { freePort } from '#platform/free-port.ts'
import { migrate } from '#platform/migrations.ts'
import { giveRole } from '../support/people.ts'
import { bookSlot, payCheckout, Refusal } from './support/booking.ts'
import { findBrokenPromises, until } from './support/invariants.ts'
import { createRegion, createUnion, readDefinitions, urlIn } from './support/regions/create.ts'
import { type Found, findAcross } from './support/regions/findings.ts'
import { startFront } from './support/regions/front.ts'
import { moveCoach } from './support/regions/move.ts'
import { ask, becomeCoach, readPages, type Visitor } from './support/regions/people.ts'
import { divideTables } from './support/regions/tables.ts'
import { findFaults } from './support/scale/fill.ts'
import { buildProduct, projectRoot, type Running, startServer } from './support/server.ts'
import { listSlotsOf } from './support/slots.ts'
import { addStudents, signUp } from './support/students.ts'

const { values } = parseArgs({ options: { races: { type: 'string', default: '10' } } })
/** Lessons that the golfer pays in each region; the last one is canceled. */
const LESSONS = 4
/** How far the clock moves, so that the lessons have taken place. */
const HOURS_AHEAD = 7 * 24
/** The schema of views over all regions. */
const ALL = 'everywhere'

interface Region {
  name: 'west' | 'east'
  web: Running
  pool: pg.Pool
  coach: Visitor
  /** The golfer's paid lessons. */
  lessons: string[]
}

const checks: { check: string; result: string; found: string }[] = []
const check = (what: string, isMet: boolean, found: unknown) =>
  checks.push({ check: what, result: isMet ? 'met' : 'FAILED', found: String(found).slice(0, 120) })
/** Met when there is none of the faults. */
const checkNone = (what: string, faults: object, found: unknown = '') =>
  check(
    what,
    Object.keys(faults).length === 0,
    Object.keys(faults).length === 0 ? found : JSON.stringify(faults),
  )
const closing: (() => unknown)[] = []
let hoursAhead = 0
let found: Found = {}

buildProduct()
try {
  const cluster = await startCluster({ checkout: projectRoot, name: 'bench' })
  closing.push(() => cluster.stop())
  const url = await createDatabase(cluster)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  closing.push(() => client.end())
  const tables = await divide(client)
  const webs = new Map<string, string>()
  const front = startFront(await freePort(), webs)
  closing.push(front.close)
  const west = await openRegion('west', '90001')
  const east = await openRegion('east', '28202')
  const regions = [west, east]
  const golfer = await signUp(west.web.url)

  for (const region of regions) await withWorker(region, () => takeLessons(region))
  await race()
  await moveClock(HOURS_AHEAD)
  for (const region of regions)
    await withWorker(region, () => runJob('complete-lessons', region, `status = 'completed'`, LESSONS - 1))
  await checkRows('')
  checkNone('both regions together agree with the processor and the emails', await findBrokenTogether())
  const [admin] = await addStudents(west.pool, 1)
  if (admin) await giveRole(west.pool, admin.userId, 'admin')
  const all = await start(ALL, 'web')
  found = await findAcross(client, tables, {
    webs: [west.web, east.web, all],
    golfer,
    admin: admin ?? golfer,
    regions,
  })
  await shareQueue()
  await move()
  found['payment events, with the answers of both regions'] = front.heard

  async function start(schema: string, role: 'web' | 'worker') {
    const env = { PROCESS_ROLE: role, APP_URL: front.url, LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' }
    const server = await startServer({ databaseUrl: urlIn(url, schema), env })
    closing.push(server.stop)
    return server
  }

  function open(schema: string) {
    const pool = new pg.Pool({ connectionString: urlIn(url, schema) })
    closing.push(() => pool.end())
    return pool
  }

  async function openRegion(name: Region['name'], zip: string): Promise<Region> {
    const web = await start(name, 'web')
    webs.set(name, web.url)
    return { name, web, pool: open(name), coach: await becomeCoach(web.url, zip), lessons: [] }
  }

  /** Runs a worker of one region, and none of the other: they share the queue, see `shareQueue`. */
  async function withWorker({ name }: Region, work: () => Promise<void>) {
    const worker = await start(name, 'worker')
    await work()
    await untilJobsEnd()
    await worker.stop()
  }

  async function untilJobsEnd() {
    const open = `select from pgboss.job where state < 'completed' and start_after <= now() and name ~ '^(send|refund|deliver-local)-' limit 1`
    const isOver = await until(async () => (await client.query(open)).rows.length === 0, { seconds: 60 })
    if (!isOver) throw new Error('jobs of the queue do not end')
  }

  /** Waits until this many of the golfer's lessons in a region are as the condition says. */
  async function untilLessons({ name, pool, lessons }: Region, condition: string, wanted: number) {
    const query = `select from bookings where id = any ($1) and ${condition}`
    const count = async () => (await pool.query(query, [lessons])).rows.length
    if (!(await until(async () => (await count()) === wanted, { seconds: 60 })))
      throw new Error(`${name}: ${await count()} of ${wanted} lessons have ${condition}`)
  }

  async function runJob(name: string, region: Region, condition: string, wanted: number) {
    await client.query(`insert into pgboss.job (name, data) values ($1, '{}')`, [name])
    await untilLessons(region, condition, wanted)
  }

  /** The golfer books and pays the coach's next open hour. @returns the booking's id */
  async function bookAndPay(region: Region, coachId: string) {
    const [slot] = await listSlotsOf(region.web.url, coachId)
    const { bookingId, checkoutUrl } = await bookSlot(region.web.url, golfer, slot)
    await payCheckout(region.web.url, checkoutUrl)
    region.lessons.push(bookingId)
    await untilLessons(region, `id = '${bookingId}' and status = 'confirmed'`, 1)
    return bookingId
  }

  async function takeLessons(region: Region) {
    const { name, web, coach, lessons } = region
    const search = async () => (await ask(web.url, golfer, '/coaches')).includes(coach.userId)
    if (!(await until(search, { seconds: 10 }))) throw new Error(`${name}: the coach is not found`)
    for (let n = 0; n < LESSONS; n++) await bookAndPay(region, coach.userId)
    const message = { clientId: randomUUID(), instructorId: coach.userId, content: 'See you at the range.' }
    await ask(web.url, golfer, '/conversations', message)
    await ask(web.url, golfer, `/bookings/${lessons.at(-1)}/cancellation`, {})
    await untilLessons(region, `payment_status ~ 'refunded'`, 1)
    await untilJobsEnd()
    const { rows } = await client.query(
      `select from email_logs where status = 'sent' and template_key like 'booking-confirmed-%' and right(dedupe_key, 36) = any ($1)`,
      [lessons],
    )
    const what = `${name}: coach found, ${LESSONS} lessons paid, one canceled and refunded, emails sent`
    check(what, rows.length === 2 * LESSONS, `${rows.length} confirmations`)
  }

  /** Two golfers ask for one time, in both regions at the same moment. */
  async function race() {
    const students = await addStudents(west.pool, Number(values.races) * 2)
    const counts: Record<string, number> = {}
    for (let n = 0; n < students.length; n += 2) {
      const raced = regions.map(async ({ web, coach }) => {
        const slot = (await listSlotsOf(web.url, coach.userId)).at(-1)
        const tries = students
          .slice(n, n + 2)
          .map((student) => bookSlot(web.url, student, slot).then(() => 'held', sayRefusal))
        return (await Promise.all(tries)).toSorted().join(' and ')
      })
      for (const outcome of await Promise.all(raced)) counts[outcome] = (counts[outcome] ?? 0) + 1
    }
    const isMet = counts['409 slot_taken and held'] === 2 * Number(values.races)
    check('one of two golfers gets a time, in both regions at once', isMet, JSON.stringify(counts))
  }

  /** Moves the clock of the demo, and brings waiting jobs nearer, as the product does. */
  async function moveClock(hours: number) {
    hoursAhead += hours
    await client.query(
      `insert into local_vendor.clock as c (ahead_ms) values ($1) on conflict (only_row) do update set ahead_ms = excluded.ahead_ms`,
      [hoursAhead * 3_600_000],
    )
    await client.query(
      `update pgboss.job set start_after = start_after - make_interval(hours => $1) where state in ('created', 'retry') and start_after > now()`,
      [hours],
    )
    await client.query(`select pg_notify('greenside', unnest(array['clock:moved', 'coaches:clock']))`)
  }

  /** Compares each region with its foreign keys, its books and what triggers keep, and looks for rows of coaches in public. */
  async function checkRows(when: string) {
    for (const { name, pool } of regions) {
      const { rows } = await pool.query<{ cents: string; n: string }>(
        'select coalesce(sum(amount_cents), 0) as cents, count(*) as n from ledger_lines',
      )
      const faults = await findFaults(pool, name)
      if (Number(rows[0]?.cents) !== 0) faults['cents in the ledger'] = Number(rows[0]?.cents)
      checkNone(
        `${when}${name}: foreign keys hold, the ledger sums to zero`,
        faults,
        `${rows[0]?.n} ledger lines`,
      )
    }
    const left: string[] = []
    for (const table of tables)
      if ((await client.query(`select from public.${table} limit 1`)).rows.length > 0) left.push(table)
    checkNone(`${when}no table of coaches in public has a row`, left)
  }

  /** Compares both regions with the processor and the emails. The canceled lessons had been confirmed before. */
  async function findBrokenTogether() {
    const { 'confirmation emails of lessons that are not confirmed': _, ...broken } =
      await findBrokenPromises(open(ALL))
    return broken
  }

  /** A lesson of east while only a worker of west runs, which takes the jobs about it. */
  async function shareQueue() {
    let id = ''
    const heard = new Set<string>()
    client.on('notification', ({ payload = '' }) => heard.add(payload))
    await client.query('listen greenside')
    await withWorker(west, async () => {
      id = await bookAndPay(east, east.coach.userId)
      await untilJobsEnd()
      await ask(east.web.url, golfer, `/bookings/${id}/cancellation`, {})
    })
    const read = async () => {
      const { rows } = await east.pool.query<{ emails: number; refund: string }>(
        `select (select count(*)::int from email_logs where status = 'sent' and dedupe_key like '%' || $1) as emails,
           (select status from payment_refunds where booking_id = $1::uuid) as refund`,
        [id],
      )
      return `${rows[0]?.emails} emails, refund ${rows[0]?.refund}`
    }
    found['a lesson of east, paid and canceled while a worker of west takes the jobs'] = await read()
    const ofLesson = [...heard].filter((topic) => topic.includes(id))
    found['announcements of that lesson, which processes of both regions hear'] = String(ofLesson.length)
    await moveClock(2)
    const isRefunded = `id = '${id}' and payment_status ~ 'refunded'`
    await withWorker(east, () => runJob('reconcile-payments', east, isRefunded, 1))
    found['the same lesson after the hourly reconciliation by a worker of east'] = await read()
  }

  /** Moves the coach of west to east, while a golfer tries to book the coach in west. */
  async function move() {
    const { coach, lessons } = west
    const { rows: first } = await west.pool.query<{ date: string }>(
      'select min(lesson_date)::date::text as date from bookings where id = any ($1)',
      [lessons],
    )
    const read = ({ web }: Region) =>
      readPages(web.url, {
        coach,
        golfer,
        lessons,
        date: first[0]?.date ?? '',
        now: Date.now() + hoursAhead * 3_600_000,
      })
    const before = await read(west)
    const [slot] = await listSlotsOf(west.web.url, coach.userId)
    const [other] = await addStudents(west.pool, 1)
    let booking: Promise<string> | undefined
    const { summary } = await moveCoach(
      client,
      coach.userId,
      { from: 'west', to: 'east', tables },
      async () => {
        booking = bookSlot(west.web.url, other, slot).then(() => 'held', sayRefusal)
        const waiting = async () =>
          (await west.pool.query('select from pg_locks where not granted')).rows.length > 0
        if (!(await until(waiting, { seconds: 10 }))) throw new Error('the booking did not wait for the move')
      },
    )
    const outcome = await booking
    check('a booking in west waits for the move and is refused', /^4\d\d/.test(outcome ?? ''), outcome)
    const after = await read(east)
    const differ = Object.keys(before).filter((page) => before[page] !== after[page])
    checkNone(
      'moved: statement, calendar and receipts are the same in east',
      differ,
      `${Object.keys(before).length} pages, ${summary}`,
    )
    await checkRows('moved: ')
    const search = () => ask(west.web.url, golfer, '/coaches')
    const isForgotten = await until(async () => !(await search()).includes(coach.userId), { seconds: 10 })
    const page = await ask(west.web.url, golfer, `/coaches/${coach.userId}`).catch(String)
    check('moved: west does not find the coach', isForgotten && page.startsWith('Error: 404'), page)
    await withWorker(east, async () => void (await bookAndPay(east, coach.userId)))
    check('moved: the coach is booked and paid in east', true, '')
  }
} finally {
  console.table(checks)
  for (const close of closing.toReversed()) await close()
}
console.log(`\nload ${loadavg()[0]?.toFixed(1)}; across regions:`, found)
process.exitCode = checks.every(({ result }) => result === 'met') ? 0 : 1
console.log(process.exitCode === 0 ? '\nall checks passed' : '\nchecks FAILED')

function sayRefusal(error: unknown): string {
  return error instanceof Refusal ? error.message : String(error)
}

/** A new database with the product's tables and without people. @returns its address */
async function createDatabase(cluster: Awaited<ReturnType<typeof startCluster>>): Promise<string> {
  const owner = new pg.Client({ connectionString: cluster.url('postgres') })
  await owner.connect()
  await owner.query('drop database if exists regions with (force)')
  await owner.end()
  await cluster.createDatabase('regions')
  const url = cluster.url('regions')
  await migrate(url, join(projectRoot, 'db/migrations'))
  return url
}

/** Makes the regions and the views over them, and compares their definitions with the ones of public. @returns the tables of coaches */
async function divide(client: pg.Client): Promise<string[]> {
  await makeClockMovable(client)
  await loadZipCodes(client)
  await loadTemplates(client)
  const { regional, wrong } = await divideTables(client)
  checkNone(
    'each table belongs to coaches, accounts, everybody or visits',
    wrong,
    `${regional.length} of coaches`,
  )
  const began = performance.now()
  for (const [n, name] of ['west', 'east'].entries())
    await createRegion(client, { name, number: n + 1 }, regional)
  await createUnion(client, ALL, ['west', 'east'], regional)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  const expected = await readDefinitions(client, 'public', regional)
  for (const name of ['west', 'east']) {
    const made = new Set(await readDefinitions(client, name, regional))
    const what = `${name} has the columns, constraints, indexes and triggers of public`
    checkNone(
      what,
      expected.filter((line) => !made.delete(line)),
      `${expected.length} definitions; both made in ${seconds} s`,
    )
    checkNone(`${name} has no others`, [...made])
  }
  const { rows } = await client.query<{ name: string }>(
    `select distinct proname as name from pg_proc join unnest($1::text[]) t on prosrc ~ ('\\mpublic\\.' || t || '\\M')
       or prosrc ~ 'nspname = ''public''' or proconfig::text ~ 'search_path' where pronamespace = 'public'::regnamespace`,
    [regional],
  )
  checkNone('no function names a table of coaches in public, or sets a search_path', rows)
  return regional
}
