/**
 * Two web processes and a worker behind HAProxy, with PgBouncer, a PostgreSQL primary and a replica, all on this machine. Clients search,
 * book, pay and send messages while each component is killed in turn; each round ends with the loss of the primary and the promotion of the
 * replica. Clients retry until they get a definite answer. A table shows failures, losses and duplicates.
 *
 *   npm run drill -- many-machines [--rounds=10] [--clients=4]
 * Needs Debian's postgresql, pgbouncer and haproxy.
 */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { freePort } from '#platform/free-port.ts'
import { bookingClients, countLost, countUnsettled, pause } from './support/booking-clients.ts'
import { reportPromises, until } from './support/invariants.ts'
import { makeMarketplace } from './support/load-database.ts'
import {
  homeOf,
  initialise,
  type PostgresServer,
  runPostgresProgram,
  startHaproxy,
  startPgbouncer,
  startPostgres,
} from './support/machines.ts'
import { buildProduct, type Running, startServer } from './support/server.ts'
import { listOpenSlots } from './support/slots.ts'
import { addStudents, type LoadStudent } from './support/students.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, clients: { type: 'string', default: '4' } },
})
const rounds = Number(values.rounds)
const PARTS = ['web', 'worker', 'pooler', 'replica', 'primary'] as const
type Part = (typeof PARTS)[number]
/** The duration of a component's outage, and of the phase after it. */
const PHASE_MS = 2_500
const EACH_BOOKING_MS = 250
/** After this time, commits no longer wait for an absent replica. */
const GIVE_UP_MS = 1_000

buildProduct()
const home = homeOf('many')
const ports = await Promise.all(Array.from({ length: 6 }, freePort))
const [front = 0, pooled = 0, ...webPorts] = ports
let servers = 0
let primary = await startPostgres(initialise(home), await freePort(), {
  wal_keep_size: '1GB',
  hot_standby_feedback: 'on',
})
await once(primary, 'postgres', 'create database greenside')
await makeMarketplace(primary.url('greenside'), 300)
let replica = await makeReplica()
let books = openBooks()
const pooler = {
  now: await startPgbouncer(pooled, 'greenside', { primary: primary.port, replica: replica.port }),
}
const url = `http://127.0.0.1:${front}`
const door = (name: string) => `postgres://greenside@127.0.0.1:${pooled}/${name}`
const startProcess = (n: number) =>
  startServer({
    databaseUrl: door('main'),
    port: webPorts[n] ?? 0,
    env: {
      DATABASE_SESSION_URL: door('session'),
      DATABASE_REPLICA_URL: door('reads'),
      PROCESS_ROLE: n < 2 ? 'web' : 'worker',
      APP_URL: url,
      DRAIN_SECONDS: '1',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    },
  })
const running: Running[] = []
for (const n of [0, 1, 2]) running.push(await startProcess(n))
const proxy = await startHaproxy(front, webPorts.slice(0, 2))
await until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false, { seconds: 10 })

const clients = bookingClients(url, Math.random)
const messages: { student: LoadStudent; text: string }[] = []
const table: Record<string, Record<string, number>> = {}
let isOver = false
let synchronous = false
let missedSince: number | null = null
let isStarting = false
const supervisor = setInterval(() => void startAgain(), 1_000)
const manager = setInterval(() => void watchReplica().catch(() => undefined), 250)
try {
  const wanted = rounds * PARTS.length * 80
  const students = await addStudents(books, wanted)
  const slots = await listOpenSlots(books, running[0]?.url ?? '', wanted)
  let next = 0
  const load = Array.from({ length: Number(values.clients) }, async () => {
    while (!isOver && next < wanted) {
      const n = next++
      const [student, slot] = [students[n], slots[n]]
      if (!student || !slot) return
      await Promise.all([
        clients.bookAndPay({ student, slot, pays: true }),
        write(student, slot.instructorId),
        search(),
        pause(EACH_BOOKING_MS * Number(values.clients)),
      ])
    }
  })
  await pause(PHASE_MS)
  if (!(await until(async () => synchronous, { seconds: 30 }))) throw new Error('the replica does not follow')
  for (let round = 0; round < rounds && next < wanted; round++)
    for (const victim of PARTS) {
      await until(async () => synchronous, { seconds: 60 })
      const before = { ...clients.counts }
      await killAndBringBack(victim, round)
      await pause(PHASE_MS)
      note(victim, before)
    }
  isOver = true
  await Promise.all(load)
  const before = await settled()
  console.log(`${rounds} rounds, load ${loadavg()[0]?.toFixed(1)}`, clients.counts)
  console.table(table)
  const lost = await countLost(books, clients)
  const kept = await reportPromises(books)
  const { rows } = await books.query<{ lost: number; twice: number }>(
    `select count(*) filter (where n = 0)::int as lost, count(*) filter (where n > 1)::int as twice from
       (select t.text, (select count(*) from messages m where m.content = t.text) as n from unnest($1::text[]) as t (text)) counted`,
    [messages.map(({ text }) => text)],
  )
  console.log(
    `lost: ${lost.bookings} of ${clients.toldHeld.length} bookings, ${lost.payments} of ${clients.toldPaid.length} payments, ${rows[0]?.lost} of ${messages.length} messages; messages twice: ${rows[0]?.twice}`,
  )
  const good =
    before && kept && lost.bookings + lost.payments + (rows[0]?.lost ?? 1) + (rows[0]?.twice ?? 1) === 0
  process.exitCode = good ? 0 : 1
} finally {
  isOver = true
  clearInterval(manager)
  clearInterval(supervisor)
  for (const server of running) await server.killHard()
  await proxy.stop()
  await pooler.now.killHard()
  await books.end().catch(() => undefined)
  await replica.killHard()
  await primary.killHard()
  rmSync(home, { recursive: true, force: true })
}
console.log(process.exitCode === 0 ? '\nall checks passed' : '\nchecks FAILED')

async function killAndBringBack(victim: Part, round: number) {
  if (victim === 'web' || victim === 'worker') {
    const n = victim === 'worker' ? 2 : round % 2
    isStarting = true
    await running[n]?.killHard()
    await pause(PHASE_MS / 2)
    running[n] = await startProcess(n)
    isStarting = false
  } else if (victim === 'pooler') {
    await pooler.now.killHard()
    pooler.now = await startPgbouncer(pooled, 'greenside', { primary: primary.port, replica: replica.port })
  } else if (victim === 'replica') {
    await replica.killHard()
    await pause(PHASE_MS)
    replica = await startPostgres(join(home, `replica-${servers}`), await freePort())
    pooler.now.lead({ primary: primary.port, replica: replica.port })
  } else await promote()
}

/** Restarts processes that have exited, as systemd does. */
async function startAgain() {
  for (const [n, { pid }] of running.entries()) {
    if (isStarting || isAlive(pid)) continue
    isStarting = true
    clients.tally(`${n < 2 ? 'web' : 'worker'} ended by itself`)
    running[n] = await startProcess(n)
    isStarting = false
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Kills the primary and promotes the replica, then starts a new replica. */
async function promote() {
  await primary.killHard()
  await books.end().catch(() => undefined)
  const began = performance.now()
  await once(replica, 'postgres', 'select pg_promote()')
  primary = replica
  synchronous = false
  pooler.now.lead({ primary: primary.port, replica: primary.port })
  books = openBooks()
  await once(primary, 'postgres', `alter system set synchronous_standby_names = ''`)
  await once(primary, 'postgres', 'select pg_reload_conf()')
  console.log(`promoted in ${Math.round(performance.now() - began)} ms`)
  await pause(PHASE_MS)
  replica = await makeReplica()
  pooler.now.lead({ primary: primary.port, replica: replica.port })
}

async function makeReplica(): Promise<PostgresServer> {
  const data = join(home, `replica-${++servers}`)
  runPostgresProgram(
    'pg_basebackup',
    [`--dbname=${primary.url('postgres')}`, `--pgdata=${data}`, '--write-recovery-conf', '--checkpoint=fast'],
    home,
  )
  return await startPostgres(data, await freePort(), { wal_keep_size: '1GB', hot_standby_feedback: 'on' })
}

/** Like Patroni, makes commits wait for the replica while it is connected, so that a promotion loses nothing. */
async function watchReplica() {
  const at = primary
  const { rows } = await once(
    at,
    'postgres',
    `select sync_state from pg_stat_replication where state = 'streaming'`,
  )
  if (at !== primary) return
  missedSince = rows.length > 0 ? null : (missedSince ?? performance.now())
  const names =
    rows.length > 0 ? '*' : missedSince && performance.now() - missedSince > GIVE_UP_MS ? '' : null
  synchronous = rows.some((row) => row.sync_state === 'sync')
  if (names === null || (names === '*') === synchronous) return
  await once(at, 'postgres', `alter system set synchronous_standby_names = '${names}'`)
  await once(at, 'postgres', 'select pg_reload_conf()')
}

function openBooks() {
  const pool = new pg.Pool({ connectionString: primary.url('greenside') })
  pool.on('error', () => undefined)
  return pool
}

async function once(server: PostgresServer, database: string, statement: string) {
  const client = new pg.Client({ connectionString: server.url(database), connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // A server-wide setting must not wait for the replica that it concerns.
    await client.query('set synchronous_commit = local')
    return await client.query<Record<string, string>>(statement)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function search() {
  const status = await fetch(`${url}/api/coaches?zip=28202`)
    .then((answer) => answer.arrayBuffer().then(() => answer.status))
    .catch(() => 0)
  clients.tally(`search: ${status === 200 ? 'yes' : status || 'connection broke'}`)
}

/** Sends a message to a coach, with retries until it is accepted. */
async function write(student: LoadStudent, instructorId: string) {
  const [clientId, text] = [randomUUID(), `A question of ${student.userId}`]
  for (let tries = 1; tries < 200; tries++) {
    const status = await fetch(`${url}/api/conversations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: student.cookie },
      body: JSON.stringify({ clientId, instructorId, content: text }),
      signal: AbortSignal.timeout(15_000),
    })
      .then((answer) => answer.arrayBuffer().then(() => answer.status))
      .catch(() => 0)
    if (status === 201) {
      messages.push({ student, text })
      clients.tally(`write: yes${tries > 1 ? ', after trying again' : ''}`)
      return
    }
    clients.tally(`write: ${status || 'connection broke'}`)
    if (status > 0 && status < 500) return
    await pause(100)
  }
}

function note(victim: Part, before: Record<string, number>) {
  const row = table[victim] ?? {}
  table[victim] = row
  for (const [what, n] of Object.entries(clients.counts)) {
    const more = n - (before[what] ?? 0)
    const column = what.replace(/: yes.*/, ' yes').replace(/: (5\d\d|0).*/, ' $1')
    if (more > 0) row[column] = (row[column] ?? 0) + more
  }
}

async function settled(): Promise<boolean> {
  return await until(
    async () => (await countLost(books, clients)).payments === 0 && (await countUnsettled(books)).jobs === 0,
    { seconds: 200, everyMs: 500 },
  )
}
