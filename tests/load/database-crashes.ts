/**
 * Students book and pay while PostgreSQL, all of its processes, is killed with `kill -9` and started again, 50 times. The
 * server is never restarted: it must take bookings again within five seconds of the database's return, and no booking it ever
 * acknowledged may be missing.
 *
 *   node tests/load/database-crashes.ts [--bookings=400] [--crashes=50] [--seed=1]
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { bookingClients, countLost, countStates, countUnsettled, pause } from './support/booking-clients.ts'
import { killDatabase } from './support/crash-database.ts'
import { reportPromises, until } from './support/invariants.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { seededRandom } from './support/random.ts'
import { buildProduct, startServer } from './support/server.ts'
import { listOpenSlots } from './support/slots.ts'
import { addStudents } from './support/students.ts'

const { values } = parseArgs({
  options: {
    bookings: { type: 'string', default: '400' },
    crashes: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
})
const wanted = Number(values.bookings)
const crashes = Number(values.crashes)
const random = seededRandom(`database-crashes ${values.seed}`)
const CLIENTS = 8
const BACK_SECONDS = 5

buildProduct()
const database = await openLoadDatabase('database_crashes', { coaches: 1200, fresh: true })
const server = await startServer({ databaseUrl: database.url })
const clients = bookingClients(server.url, random)
const recoveries: number[] = []
const outages: number[] = []
try {
  const students = await addStudents(database.pool, wanted)
  const slots = await listOpenSlots(database.pool, server.url, wanted)
  const waiting = students.map((student, i) => ({ student, slot: slots[i], pays: random() >= 0.1 }))
  const crasher = crashAgainAndAgain()
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const share = (wanted - waiting.length) / wanted
        await until(async () => outages.length >= share * (crashes - 1), { seconds: 600, everyMs: 20 })
        await pause(random() * 800)
        await clients.bookAndPay(next)
      }
    }),
  )
  await crasher
  const worst = Math.max(...recoveries)
  console.log(`seed ${values.seed}: ${crashes} crashes, load ${loadavg()[0]?.toFixed(1)}`, clients.counts)
  console.log(
    `database down ${ms(Math.min(...outages))} to ${ms(Math.max(...outages))}; then the server took ${ms(
      recoveries.toSorted((a, b) => a - b)[Math.floor(recoveries.length / 2)] ?? 0,
    )} (median), ${ms(worst)} at most to serve again`,
  )
  await database.pool.query(
    `update bookings set hold_expires_at = current_instant() - interval '1 second' where status = 'pending'`,
  )
  await database.pool.query(
    `update local_vendor.checkouts set expires_at = current_instant() - interval '1 second' where status = 'open'`,
  )
  const settled = await until(
    async () => Object.values(await countUnsettled(database.pool)).every((n) => n === 0),
    { seconds: 200, everyMs: 500 },
  )
  console.log(`${settled ? 'settled' : 'NOT settled'}:`, await countStates(database.pool))
  const kept = await reportPromises(database.pool)
  const lost = await countLost(database.pool, clients)
  console.log(`  acknowledged bookings missing: ${lost.bookings} of ${clients.toldHeld.length}`)
  console.log(
    `  reported as paid but neither confirmed nor refunded: ${lost.payments} of ${clients.toldPaid.length}`,
  )
  const isSame = await fetch(`${server.url}/readyz`).then((answer) => answer.ok)
  console.log(`  the server is the same process and ready: ${isSame}`)
  const isBack = worst <= BACK_SECONDS * 1000
  process.exitCode = settled && kept && isSame && isBack && lost.bookings + lost.payments === 0 ? 0 : 1
} finally {
  await server.stop()
  await database.close()
}
console.log(process.exitCode === 0 ? '\nall checks passed' : '\nchecks FAILED')

async function crashAgainAndAgain() {
  while (outages.length < crashes) {
    await pause(200 + random() * 900)
    const outage = await killDatabase(database.pool)
    const back = performance.now()
    await until(
      () =>
        fetch(`${server.url}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        ),
      { seconds: 60, everyMs: 20 },
    )
    recoveries.push(performance.now() - back)
    outages.push(outage)
  }
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}
