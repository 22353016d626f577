/**
 * Stops a server (SIGTERM) while 50 requests are in progress, half of them bookings and payments, and 100 streams are open; then restarts
 * it, many times. More requests arrive during the drain. Every request must be answered, none with a status of 500 or higher; every stream
 * must end with a request to reconnect; the process must exit in time with code 0; and confirmed bookings and payments must not be lost.
 *
 *   npm run drill -- shutdown [--rounds=50] [--requests=50] [--streams=100] [--seed=1]
 */
import { request } from 'node:http'
import { loadavg } from 'node:os'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { freePort } from '#platform/free-port.ts'
import { countLost, countUnsettled, pause } from './support/booking-clients.ts'
import { reportPromises, until } from './support/invariants.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { seededRandom } from './support/random.ts'
import { buildProduct, type Running, startServer } from './support/server.ts'
import { listOpenSlots, type OpenSlot } from './support/slots.ts'
import { addStudents, type LoadStudent } from './support/students.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    requests: { type: 'string', default: '50' },
    streams: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
})
const rounds = Number(values.rounds)
const atOnce = Number(values.requests)
const random = seededRandom(`shutdown ${values.seed}`)
const DRAIN_SECONDS = 1
const card = { number: '4242424242424242', expiry: '12/30', cvc: '123' }

interface Answer {
  /** 0 without a response. */
  status: number
  body: string
}

const told = { toldHeld: [] as string[], toldPaid: [] as string[] }
const counts: Record<string, number> = {}
const tally = (what: string, by = 1) => {
  counts[what] = (counts[what] ?? 0) + by
}
/** Checkouts of the previous round, paid in the next. */
let unpaid: { bookingId: string; checkoutUrl: string }[] = []
let slowest = 0

buildProduct()
const database = await openLoadDatabase('shutdown', { coaches: 300, fresh: true })
const port = await freePort()
const start = () =>
  startServer({ databaseUrl: database.url, port, env: { DRAIN_SECONDS: String(DRAIN_SECONDS) } })
let server: Running = await start()
try {
  const wanted = Math.ceil(rounds * (atOnce / 2))
  const students = await addStudents(database.pool, wanted)
  const slots = await listOpenSlots(database.pool, server.url, wanted)
  // The seeded marketplace may already have holds.
  const before = (await countUnsettled(database.pool)).sessions
  const coach = slots[0]?.instructorId ?? ''
  for (let round = 0; round < rounds; round++) {
    await stopUnderLoad(coach, (n) => ({ student: students[n], slot: slots[n] }), round)
    server = await start()
  }
  const isSettled = await until(
    async () => {
      const { sessions, jobs } = await countUnsettled(database.pool)
      // Bookings of the last round are not paid: each leaves a hold and a checkout.
      return sessions <= before + 2 * unpaid.length && jobs === 0
    },
    { seconds: 200, everyMs: 250 },
  )
  const lost = await countLost(database.pool, told)
  const kept = await reportPromises(database.pool)
  console.log(
    `${rounds} rounds, load ${loadavg()[0]?.toFixed(1)}, slowest end ${Math.round(slowest)} ms`,
    counts,
  )
  console.log(
    `lost: ${lost.bookings} of ${told.toldHeld.length} bookings, ${lost.payments} of ${told.toldPaid.length} payments`,
  )
  const isGood = Object.keys(counts).every((what) => !what.startsWith('BAD'))
  process.exitCode = isGood && isSettled && kept && lost.bookings + lost.payments === 0 ? 0 : 1
} finally {
  await server.stop()
  await database.close()
}
console.log(process.exitCode === 0 ? '\nall checks passed' : '\nchecks FAILED')

type Visit = (n: number) => { student: LoadStudent | undefined; slot: OpenSlot | undefined }

async function stopUnderLoad(coach: string, visit: Visit, round: number) {
  const streams = await Promise.all(
    Array.from({ length: Number(values.streams) }, () => openStream(`/events?topic=coach-slots:${coach}`)),
  )
  const half = atOnce / 2
  const paying = unpaid
  unpaid = []
  const asked = [
    ...Array.from({ length: half }, (_, n) => book(visit(round * half + n))),
    ...Array.from({ length: half }, (_, n) => (paying[n] ? pay(paying[n]) : look())),
  ]
  await pause(random() * 60)
  const ending = server.stopAndSee()
  let isOver = false
  const later: Promise<unknown>[] = []
  const more = (async () => {
    for (let ms = 0; ms < DRAIN_SECONDS * 700 && !isOver; ms += 50) {
      later.push(look())
      await pause(50)
    }
  })()
  const { status } = await ask('GET', '/readyz')
  tally(status === 503 ? 'readyz: 503' : `BAD readyz: ${status}`)
  await Promise.all(asked)
  const { code, ms } = await ending
  isOver = true
  slowest = Math.max(slowest, ms)
  await more
  await Promise.all(later)
  tally(code === 0 ? 'ended well' : `BAD end: ${code}`)
  for (const { ends } of streams) tally(await ends)
}

async function book({ student, slot }: ReturnType<Visit>) {
  const { status, body } = await ask('POST', '/api/bookings', {
    cookie: student?.cookie ?? '',
    body: { ...slot, idempotencyKey: `drill-${student?.userId}` },
  })
  note('book', status)
  if (status >= 300 || status === 0) return
  const booked = JSON.parse(body) as { bookingId: string; checkoutUrl: string }
  told.toldHeld.push(booked.bookingId)
  unpaid.push(booked)
}

async function pay({ bookingId, checkoutUrl }: { bookingId: string; checkoutUrl: string }) {
  const session = checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1)
  const { status } = await ask('POST', `/api/test-checkouts/${session}/payments`, { body: card })
  note('pay', status)
  if (status > 0 && status < 300) told.toldPaid.push(bookingId)
}

async function look() {
  note('look', (await ask('GET', '/api/coaches?zip=28202')).status)
}

function note(what: string, status: number) {
  tally(`${status === 0 || status >= 500 ? 'BAD ' : ''}${what}: ${status || 'connection broke'}`)
}

/** Each request uses a new connection, so that only the server decides when it closes. */
function ask(
  method: string,
  path: string,
  { cookie, body }: { cookie?: string; body?: object } = {},
): Promise<Answer> {
  return new Promise((done) => {
    const broken = () => done({ status: 0, body: '' })
    const headers = {
      ...(cookie ? { cookie } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const asking = request(`http://127.0.0.1:${port}${path}`, { method, agent: false, headers }, (answer) =>
      text(answer).then((read) => done({ status: answer.statusCode ?? 0, body: read }), broken),
    )
    asking.on('error', broken)
    asking.end(body && JSON.stringify(body))
  })
}

/** Opens a stream and waits until it is ready. @returns a promise of its end */
function openStream(path: string): Promise<{ ends: Promise<string> }> {
  return new Promise((up, fail) => {
    const asking = request(`http://127.0.0.1:${port}${path}`, { agent: false }, (answer) => {
      let heard = ''
      const ends = new Promise<string>((done) => {
        answer.on('end', () =>
          done(/^retry: \d+$/m.test(heard) ? 'stream: told to come back' : 'BAD stream: ended in silence'),
        )
        answer.on('error', () => done('BAD stream: broke'))
      })
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        heard += part
        if (heard.includes('event: ready')) up({ ends })
      })
    })
    asking.on('error', fail)
    asking.end()
  })
}
