/**
 * 100 students book and pay while the server is killed with `kill -9` at random moments and started again. Their
 * programs try again until they hear yes or no, as a person would. Some never pay. Afterwards all books must agree.
 *
 *   node tests/load/kill-nine.ts [--bookings=100] [--kills=20] [--seed=1]
 */
import { parseArgs } from 'node:util'
import { bookSlot, payCheckout, Refusal } from './support/booking.ts'
import { reportPromises, until } from './support/invariants.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { seededRandom } from './support/random.ts'
import { buildProduct, startServer } from './support/server.ts'
import { listOpenSlots, type OpenSlot } from './support/slots.ts'
import { addStudents, type LoadStudent } from './support/students.ts'

const { values } = parseArgs({
  options: {
    bookings: { type: 'string', default: '100' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const wanted = Number(values.bookings)
const kills = Number(values.kills)
const random = seededRandom(`kill-nine ${values.seed}`)
const CLIENTS = 8
/** So many of a hundred walk away with a hold. */
const NEVER_PAY = 0.1

const toldPaid: string[] = []
const counts: Record<string, number> = {}
const tally = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}

buildProduct()
const database = await openLoadDatabase('crashes', { coaches: 1200, fresh: true })
let server = await startServer({ databaseUrl: database.url })
const { url } = server
const port = Number(new URL(url).port)
let clientsAtWork = true
let slowestRestart = 0
try {
  const students = await addStudents(database.pool, wanted)
  const slots = await listOpenSlots(database.pool, url, wanted)
  const waiting = students.map((student, i) => ({ student, slot: slots[i], pays: random() >= NEVER_PAY }))
  const killer = killAgainAndAgain()
  const clients = Array.from({ length: CLIENTS }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      // Spread over the kills, which come every two seconds or so: people do not all come in the first second.
      await pause(random() * ((kills * 4000 * CLIENTS) / wanted))
      await bookAndPay(next.student, next.slot, next.pays)
    }
  })
  await Promise.all(clients)
  clientsAtWork = false
  await killer
  console.log(`seed ${values.seed}: slowest restart ${Math.round(slowestRestart)} ms`, counts)
  console.log('after the last restart:', await states())

  await database.pool.query(
    `update bookings set hold_expires_at = now() - interval '1 second' where status = 'pending'`,
  )
  const began = performance.now()
  const settled = await until(async () => (await unsettled()) === 0, { seconds: 150, everyMs: 250 })
  console.log(
    `all books settled ${settled ? `after ${((performance.now() - began) / 1000).toFixed(1)} s` : 'NEVER'}:`,
    await states(),
  )
  const kept = await reportPromises(database.pool)
  const heardAndLost = await lostPayments()
  console.log(`  told "paid" and neither confirmed nor refunded: ${heardAndLost}`)
  process.exitCode = settled && kept && heardAndLost === 0 ? 0 : 1
} finally {
  await server.stop()
  await database.close()
}
console.log(process.exitCode === 0 ? '\nas promised' : '\npromises BROKEN')

async function killAgainAndAgain() {
  for (let i = 0; i < kills; i++) {
    await pause(200 + random() * 900)
    await server.killHard()
    server = await startServer({ databaseUrl: database.url, port })
    slowestRestart = Math.max(slowestRestart, server.readyMs)
    tally('kills')
    if (!clientsAtWork) return
  }
}

async function bookAndPay(student: LoadStudent, slot: OpenSlot | undefined, pays: boolean) {
  const idempotencyKey = `kill-nine-${student.userId}`
  const booked = await untilAnswered('book', () => bookSlot(url, student, slot, idempotencyKey))
  if (booked instanceof Refusal) return
  if (!pays) return tally('walked away')
  const paid = await untilAnswered('pay', () => payCheckout(url, booked.checkoutUrl))
  // The answer to the payment that counted may have been lost in a crash.
  if (!(paid instanceof Refusal) || paid.code === 'already_paid') toldPaid.push(booked.bookingId)
}

/** Tries again after a broken connection or an answer of 500 and more. */
async function untilAnswered<T>(what: string, work: () => Promise<T>): Promise<T | Refusal> {
  for (let tries = 1; ; tries++) {
    try {
      const answer = await work()
      tally(`${what}: yes${tries > 1 ? ', after trying again' : ''}`)
      return answer
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) {
        tally(`${what}: ${error.code}`)
        return error
      }
      tally(`${what}: ${error instanceof Refusal ? error.message : 'connection broke'}`)
      await pause(20 + random() * 80)
    }
  }
}

/** What the clients wait for and the drill's sweep must have dealt with. */
async function unsettled(): Promise<number> {
  const { rows } = await database.pool.query<{ n: string }>(`
    select (select count(*) from bookings where status = 'pending')
      + (select count(*) from local_vendor.events where delivered_at is null)
      + (select count(*) from local_vendor.checkouts where status = 'open')
      + (select count(*) from pgboss.job where state < 'completed'
          and name in ('send-templated-email', 'send-templated-sms', 'refund-payment')) as n`)
  return Number(rows[0]?.n)
}

async function states(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ state: string; n: number }>(`
    select b.status || '/' || p.payment_status as state, count(*)::int as n
    from bookings b join payments p on p.booking_id = b.id where not b.is_demo group by 1 order by 1`)
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

async function lostPayments(): Promise<number> {
  const { rows } = await database.pool.query<{ n: string }>(
    `select count(*) as n from unnest($1::uuid[]) as told (id) where not exists (select from bookings b
       where b.id = told.id and (b.status = 'confirmed' or b.payment_status = 'refunded'))`,
    [toldPaid],
  )
  return Number(rows[0]?.n)
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
