/**
 * Students book and pay while the server is repeatedly killed with `kill -9` at random moments and restarted. Clients retry until they get
 * a definite answer. Some never pay. At the end, all records must be consistent.
 *
 *   node tests/load/kill-nine.ts [--bookings=100] [--kills=20] [--seed=1] [--work=1100]
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { bookingClients, countLost, countStates, countUnsettled, pause } from './support/booking-clients.ts'
import { reportPromises, until } from './support/invariants.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { seededRandom } from './support/random.ts'
import { buildProduct, startServer } from './support/server.ts'
import { listOpenSlots } from './support/slots.ts'
import { addStudents } from './support/students.ts'

const { values } = parseArgs({
  options: {
    bookings: { type: 'string', default: '100' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    /** The maximum time between restart and next kill, in milliseconds. */
    work: { type: 'string', default: '1100' },
  },
})
const wanted = Number(values.bookings)
const kills = Number(values.kills)
const random = seededRandom(`kill-nine ${values.seed}`)
const CLIENTS = 8
/** The probability that a student abandons a hold. */
const NEVER_PAY = 0.1
/** All checkout sessions must be final within this time after the last restart. */
const FINAL_SECONDS = 60

buildProduct()
const database = await openLoadDatabase('crashes', { coaches: 1200, fresh: true })
let server = await startServer({ databaseUrl: database.url })
const port = Number(new URL(server.url).port)
const clients = bookingClients(server.url, random)
let killed = 0
let slowestRestart = 0
try {
  const students = await addStudents(database.pool, wanted)
  const slots = await listOpenSlots(database.pool, server.url, wanted)
  const waiting = students.map((student, i) => ({ student, slot: slots[i], pays: random() >= NEVER_PAY }))
  const killer = killAgainAndAgain()
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        // Spreads the bookings over the kills.
        const share = (wanted - waiting.length) / wanted
        await until(async () => killed >= share * (kills - 1), { seconds: 600, everyMs: 20 })
        await pause(random() * Number(values.work))
        await clients.bookAndPay(next)
      }
    }),
  )
  await killer
  console.log(
    `seed ${values.seed}: ${killed} kills, slowest restart ${Math.round(slowestRestart)} ms, load ${loadavg()[0]?.toFixed(1)}`,
    clients.counts,
  )
  console.log('after the last restart:', await countStates(database.pool))

  await database.pool.query(
    `update bookings set hold_expires_at = current_instant() - interval '1 second' where status = 'pending'`,
  )
  await database.pool.query(
    `update local_vendor.checkouts set expires_at = current_instant() - interval '1 second' where status = 'open'`,
  )
  const final = await secondsUntil(async () => (await countUnsettled(database.pool)).sessions === 0)
  console.log(
    `every session is final ${final === null ? 'NEVER' : `after ${final.toFixed(1)} s`}:`,
    await countStates(database.pool),
  )
  const sent = await secondsUntil(async () => (await countUnsettled(database.pool)).jobs === 0)
  console.log(`all messages sent ${sent === null ? 'NEVER' : `${sent.toFixed(1)} s later`}`)
  const kept = await reportPromises(database.pool)
  const lost = await countLost(database.pool, clients)
  console.log(`  acknowledged bookings missing: ${lost.bookings} of ${clients.toldHeld.length}`)
  console.log(
    `  reported as paid but neither confirmed nor refunded: ${lost.payments} of ${clients.toldPaid.length}`,
  )
  const isFinal = final !== null && final <= FINAL_SECONDS && sent !== null
  process.exitCode = isFinal && kept && lost.bookings + lost.payments === 0 ? 0 : 1
} finally {
  await server.stop()
  await database.close()
}
console.log(process.exitCode === 0 ? '\nall checks passed' : '\nchecks FAILED')

async function killAgainAndAgain() {
  while (killed < kills) {
    await pause(100 + random() * (Number(values.work) - 100))
    await server.killHard()
    server = await startServer({ databaseUrl: database.url, port })
    slowestRestart = Math.max(slowestRestart, server.readyMs)
    killed++
  }
}

async function secondsUntil(holds: () => Promise<boolean>): Promise<number | null> {
  const began = performance.now()
  const came = await until(holds, { seconds: 200, everyMs: 250 })
  return came ? (performance.now() - began) / 1000 : null
}
