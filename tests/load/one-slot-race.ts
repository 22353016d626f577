/**
 * 1,000 students request one slot at the same moment, over HTTP, in 20 rounds: exactly one must get it, and all others must be refused.
 * Then 50 students send 20 requests each: the winner must get the same hold again, and it must be the only one. As a control on the same
 * database server, a program that checks whether the time is free and then inserts the booking.
 *
 *   node tests/load/one-slot-race.ts [--rounds=20] [--attempts=1000]
 */
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { raceCheckThenInsert } from './support/check-then-insert.ts'
import { runLoad } from './support/load.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { buildProduct, startServer } from './support/server.ts'
import { listOpenSlots, type OpenSlot } from './support/slots.ts'
import { addStudents, type LoadStudent } from './support/students.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    attempts: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '100' },
  },
})
const rounds = Number(values.rounds)
const attempts = Number(values.attempts)
const GOAL_SECONDS = 5

buildProduct()
const database = await openLoadDatabase('race', { coaches: 1200, fresh: true })
const server = await startServer({ databaseUrl: database.url })
let failures = 0
try {
  const students = await addStudents(database.pool, attempts)
  const slots = await listOpenSlots(database.pool, server.url, rounds * 2)
  console.log('| round | students | attempts | 201 | 409 | other | bookings | pending | seconds |')
  console.log('|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const [i, slot] of slots.entries())
    failures += await race(i + 1, slot, i < rounds ? students : students.slice(i, i + 50))
  const sold: number[] = []
  for (let n = 0; n < 3; n++) sold.push(await raceCheckThenInsert(database.url, attempts, 40))
  console.log(
    `\ncontrol without the product: check, then insert; ${attempts} attempts, 40 connections, 3 times: sold ${sold.join(', ')} times`,
  )
} finally {
  await server.stop()
  await database.close()
}
console.log(failures === 0 ? `\n${rounds * 2} of ${rounds * 2} rounds passed` : `\n${failures} rounds FAILED`)
process.exitCode = failures === 0 ? 0 : 1

/** @returns 1 if the round failed */
async function race(round: number, slot: OpenSlot, students: readonly LoadStudent[]): Promise<number> {
  const body = JSON.stringify(slot)
  const result = await runLoad({
    url: server.url,
    connections: Number(values.connections),
    count: attempts,
    keepBodies: true,
    requests: Array.from({ length: attempts }, (_, i) => ({
      method: 'POST',
      path: '/api/bookings',
      headers: { cookie: students[i % students.length]?.cookie ?? '', 'content-type': 'application/json' },
      body,
    })),
  })
  const won = result.statuses['201'] ?? 0
  const refused = result.statuses['409'] ?? 0
  const ids = new Set(
    result.bodies.filter((text) => text.includes('bookingId')).map((text) => JSON.parse(text).bookingId),
  )
  const inBooks = await countPending(database.pool, slot)
  const seconds = result.seconds
  // A student may have at most three open holds. Holds of one round must not cause refusals in the next.
  await database.pool.query(
    `update bookings set status = 'cancelled', cancelled_at = current_instant(), cancel_reason = 'abandoned' where status = 'pending'`,
  )
  console.log(
    `| ${round} | ${students.length} | ${attempts} | ${won} | ${refused} | ${attempts - won - refused} | ${ids.size} | ${inBooks} | ${seconds.toFixed(2)} |`,
  )
  const alone = students.length < attempts || won === 1
  const kept =
    alone && won + refused === attempts && ids.size === 1 && inBooks === 1 && seconds <= GOAL_SECONDS
  return kept ? 0 : 1
}

async function countPending(pool: pg.Pool, slot: OpenSlot): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from bookings where instructor_id = $1 and lesson_date = $2 and status = 'pending'`,
    [slot.instructorId, slot.start],
  )
  return rows[0]?.n ?? 0
}
