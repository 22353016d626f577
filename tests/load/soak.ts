/**
 * A web process and a worker under a light mixed load for a long time: pages, searches, paid bookings, messages, and streams that open and
 * close. Memory, open files and connections must not grow from the second quarter to the last, and all invariants must hold.
 *
 *   npm run drill -- soak [--minutes=60] [--perSecond=1]
 */
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { bookingClients, countLost, countUnsettled, pause } from './support/booking-clients.ts'
import { reportPromises, until } from './support/invariants.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { buildProduct, type Running, startServer } from './support/server.ts'
import { listOpenSlots } from './support/slots.ts'
import { addStudents } from './support/students.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, perSecond: { type: 'string', default: '1' } },
})
const minutes = Number(values.minutes)
const visits = Math.ceil(minutes * 60 * Number(values.perSecond))
const SAMPLES = 48
/**
 * The allowed growth from the second quarter to the last, as a share plus an absolute amount, because garbage collection and pools
 * fluctuate.
 */
const MAY_GROW = { share: 0.1, by: { 'heap MB': 10, 'resident MB': 20, files: 10, connections: 4 } }

type Figures = Record<keyof typeof MAY_GROW.by, number>

buildProduct()
const database = await openLoadDatabase('soak', { coaches: 300, fresh: true })
const web = await startServer({
  databaseUrl: database.url,
  env: { PROCESS_ROLE: 'web', REQUESTS_AT_ONCE: '100' },
})
const { url } = web
// The local processor sends its payment events to APP_URL.
const worker = await startServer({
  databaseUrl: database.url,
  env: { PROCESS_ROLE: 'worker', APP_URL: url },
})
const processes = { web, worker }
const clients = bookingClients(url, Math.random)
const streams: AbortController[] = []
const samples: Record<keyof typeof processes, Figures>[] = []
let isOver = false
try {
  const students = await addStudents(database.pool, visits)
  const slots = await listOpenSlots(database.pool, url, Math.ceil(visits / 3))
  const sizeBefore = await sizeMb()
  const began = performance.now()
  const sampling = sample(began)
  const underWay: Promise<void>[] = []
  for (let n = 0; n < visits; n++) {
    await pause(Math.max(0, began + (n * 1_000) / Number(values.perSecond) - performance.now()))
    const student = students[n]
    const slot = slots[Math.floor(n / 3)]
    if (!student || !slot) break
    underWay.push(look(`/api/coaches?zip=28202&page=${1 + (n % 5)}&minPrice=${n % 60}`))
    underWay.push(look(n % 2 ? '/' : '/find-your-match'))
    openStream(`/events?topic=coach-slots:${slot.instructorId}`)
    if (n % 3 === 0) underWay.push(clients.bookAndPay({ student, slot, pays: n % 4 !== 0 }))
    else underWay.push(write(student.cookie, slot.instructorId))
    if (underWay.length > 1_000) await Promise.all(underWay.splice(0))
  }
  await Promise.all(underWay)
  isOver = true
  await sampling
  const sizeAfter = await sizeMb()
  for (const stream of streams) stream.abort()
  const isSettled = await until(
    async () =>
      (await countLost(database.pool, clients)).payments === 0 &&
      (await countUnsettled(database.pool)).jobs === 0,
    { seconds: 200, everyMs: 500 },
  )
  const lost = await countLost(database.pool, clients)
  const kept = await reportPromises(database.pool)
  console.log(`${minutes} minutes, load ${loadavg()[0]?.toFixed(1)}`, clients.counts)
  console.log(
    `lost: ${lost.bookings} of ${clients.toldHeld.length} bookings, ${lost.payments} of ${clients.toldPaid.length} payments`,
  )
  console.log(`database: ${sizeBefore.toFixed(0)} MB, then ${sizeAfter.toFixed(0)} MB`)
  const isFlat = compare()
  process.exitCode = isFlat && isSettled && kept && lost.bookings + lost.payments === 0 ? 0 : 1
} finally {
  isOver = true
  await Promise.all(Object.values(processes).map((server) => server.stop()))
  await database.close()
}
console.log(process.exitCode === 0 ? '\nall checks passed' : '\nchecks FAILED')

async function sample(began: number) {
  for (let n = 1; n <= SAMPLES && !isOver; n++) {
    await pause(Math.max(0, began + (n * minutes * 60_000) / SAMPLES - performance.now()))
    samples.push({ web: await figuresOf(processes.web), worker: await figuresOf(processes.worker) })
    if (n % 4 === 0)
      console.log(`after ${((n * minutes) / SAMPLES).toFixed(0)} minutes`, JSON.stringify(samples.at(-1)))
  }
}

async function figuresOf(server: Running): Promise<Figures> {
  const told = await fetch(`${server.url}/metrics`).then((answer) => answer.text())
  const heap = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(told)?.[1]) / 2 ** 20
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name like 'greenside%'`,
  )
  return {
    'heap MB': Math.round(heap),
    'resident MB': Math.round(server.rssMb()),
    files: readdirSync(`/proc/${server.pid}/fd`).length,
    connections: rows[0]?.n ?? 0,
  }
}

/** Compares the minimum of each quarter, which is the value after garbage collection. @returns whether nothing grew */
function compare(): boolean {
  const quarter = samples.length / 4
  let isFlat = true
  for (const name of ['web', 'worker'] as const) {
    const table: Record<string, Record<string, number | string>> = {}
    for (const what of Object.keys(MAY_GROW.by) as (keyof Figures)[]) {
      const least = (q: number) =>
        Math.min(
          ...samples
            .slice(Math.floor(q * quarter), Math.floor((q + 1) * quarter))
            .map((at) => at[name][what]),
        )
      const [, second = 0, , last = 0] = [0, 1, 2, 3].map(least)
      const grew = last > second * (1 + MAY_GROW.share) + MAY_GROW.by[what]
      if (grew) isFlat = false
      table[what] = {
        ...Object.fromEntries([1, 2, 3, 4].map((q) => [`quarter ${q}`, least(q - 1)])),
        '': grew ? 'GROWS' : '',
      }
    }
    console.log(`${name}, the minimum of each quarter`)
    console.table(table)
  }
  return isFlat
}

async function look(path: string) {
  await note(path.startsWith('/api') ? 'search' : 'page', fetch(url + path))
}

async function write(cookie: string, instructorId: string) {
  const body = JSON.stringify({
    clientId: randomUUID(),
    instructorId,
    content: 'Is the range open on Sundays?',
  })
  const headers = { 'content-type': 'application/json', cookie }
  await note('write', fetch(`${url}/api/conversations`, { method: 'POST', headers, body }))
}

async function note(what: string, asking: Promise<Response>) {
  const status = await asking.then((answer) => answer.arrayBuffer().then(() => answer.status)).catch(() => 0)
  clients.tally(`${what}: ${status < 400 && status > 0 ? 'yes' : status || 'connection broke'}`)
}

/** Keeps a stream of a coach's slots open until fifty others have been opened. */
function openStream(path: string) {
  const stream = new AbortController()
  streams.push(stream)
  if (streams.length > 50) streams.shift()?.abort()
  fetch(url + path, { signal: stream.signal })
    .then((answer) => answer.text())
    .catch(() => undefined)
}

async function sizeMb(): Promise<number> {
  const { rows } = await database.pool.query<{ mb: number }>(
    'select pg_database_size(current_database())::float8 / 1048576 as mb',
  )
  return rows[0]?.mb ?? 0
}
