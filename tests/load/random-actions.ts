/**
 * 5,000 random actions by students, coaches and the clock on the calendars of 50 coaches, eight at a time: book (60, 90 and 120 minutes),
 * pay, cancel, abandon, expire, move, block a date and reopen it. Afterwards, no two lessons of a coach may overlap or violate the buffer,
 * none may have been booked at a time that the rules did not offer (according to an independent minute-by-minute engine), and every lesson
 * reported as cancelled must be cancelled.
 *
 *   node tests/load/random-actions.ts [--actions=5000] [--seed=1]
 */

import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { cancelLesson } from '#features/bookings/cancellation/commands.ts'
import { rescheduleLesson } from '#features/bookings/reschedule/commands.ts'
import { bookLesson } from '#features/checkout/commands.ts'
import { sweepHolds } from '#features/checkout/hold-expiry.ts'
import { releaseHold } from '#features/checkout/open-holds.ts'
import { MINUTE } from '#platform/duration.ts'
import { type CalendarCoach, findClashes, isOffered, openCalendars } from './support/calendars.ts'
import { openDrillCluster, openMemoryProduct } from './support/memory-product.ts'
import { seededRandom } from './support/random.ts'
import { addStudents, asActor } from './support/students.ts'

const { values } = parseArgs({
  options: { actions: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } },
})
const wanted = Number(values.actions)
const random = seededRandom(`random actions ${values.seed}`)
const START = Date.parse('2026-11-21T15:00:00Z')
const AT_ONCE = 8

interface Known {
  id: string
  sessionId: string
  studentId: string
  coach: CalendarCoach
}
/** A granted time, with the notice that was required. */
interface Granted {
  coach: CalendarCoach
  start: number
  durationMinutes: number
  noticeHours: number
}

const counts: Record<string, number> = {}
const tally = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}
const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
const lessons: Known[] = []
const toldCancelled = new Map<string, string>()
let granted: Granted[] = []
let violations = 0

const began = performance.now()
const cluster = await openDrillCluster()
const product = await openMemoryProduct(await cluster.fresh('random_actions'), START)
const { services, clock, pool, webhooks } = product
const coaches = await openCalendars(pool, 50, random)
const students = await addStudents(pool, 400)

for (let done = 0; done < wanted; done += AT_ONCE) {
  clock.advance(Math.floor(random() * 5) * MINUTE)
  const before = await Promise.all(coaches.map((coach) => coach.blocks()))
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted - done) }, act))
  const after = await Promise.all(coaches.map((coach) => coach.blocks()))
  for (const grant of granted) {
    // A date blocked or opened at the same moment may have been in either state.
    const at = coaches.indexOf(grant.coach)
    const stayed = (before[at] ?? []).filter((block) => after[at]?.some((other) => other.id === block.id))
    if (isOffered(grant, stayed, clock.now())) continue
    violations++
    console.log('  not offered:', grant.coach.id, new Date(grant.start).toISOString(), grant.durationMinutes)
  }
  granted = []
}
clock.advance(16 * MINUTE)
await deliver()
await sweepHolds(services)

const clashes = await findClashes(pool)
const { rows } = await pool.query<{ id: string; status: string; reason: string | null }>(
  'select id, status, cancel_reason as reason from bookings',
)
const lost = rows.filter(({ id, status, reason }) => {
  const by = toldCancelled.get(id)
  return by !== undefined && (status !== 'cancelled' || reason !== by)
}).length
const states = Object.groupBy(rows, ({ status }) => status)
console.log(`seed ${values.seed}, ${wanted} actions, load ${loadavg()[0]?.toFixed(1)}:`, counts)
console.log(
  'bookings:',
  Object.fromEntries(Object.entries(states).map(([status, of]) => [status, of?.length])),
)
console.log(`  overlaps: ${clashes.overlaps}, closer than the buffer: ${clashes.tooClose}`)
console.log(`  booked without an open slot: ${violations} of ${counts.checked}`)
console.log(`  lost cancellations: ${lost} of ${toldCancelled.size}`)
await product.close()
await cluster.stop()
const kept = clashes.overlaps + clashes.tooClose + violations + lost === 0
console.log(
  `${kept ? 'all checks passed' : 'checks FAILED'} after ${Math.round((performance.now() - began) / 1000)} s`,
)
process.exitCode = kept ? 0 : 1

async function act() {
  const what = random()
  if (what < 0.5) return await book()
  if (what < 0.55) return await block()
  if (what < 0.57) return await pick(coaches)?.reopen(random)
  if (what < 0.6) {
    tally(`holds that ran out: ${(await sweepHolds(services)) > 0 ? 'some' : 'none'}`)
    return
  }
  const lesson = pick(lessons)
  if (!lesson) return
  // Students usually pay soon.
  if (what < 0.76) return await pay(pick(lessons.slice(-10)) ?? lesson)
  if (what < 0.86) return await move(lesson)
  if (what < 0.89) {
    const freed = await releaseHold(services, { userId: lesson.studentId }, lesson.id)
    tally(`let go: ${freed}`)
    if (freed === 'freed') toldCancelled.set(lesson.id, 'abandoned')
    return
  }
  const by = random() < 0.6 ? 'student' : 'coach'
  const cancelled = await cancelLesson(services, actorOf(lesson, by), { bookingId: lesson.id })
  tally(`cancel: ${cancelled.ok ? 'yes' : cancelled.reason}`)
  if (cancelled.ok) toldCancelled.set(lesson.id, by)
}

async function book() {
  // Half of the students want one of five coaches.
  const coach = random() < 0.5 ? coaches[Math.floor(random() * 5)] : pick(coaches)
  const student = pick(students)
  if (!coach || !student) return
  const durationMinutes = [60, 90, 120][Math.floor(random() * 3)] ?? 60
  const start = coach.someTime(random, clock.now())
  const held = await bookLesson(services, asActor(student), {
    instructorId: coach.id,
    start: new Date(start).toISOString(),
    durationMinutes,
  })
  tally(`book: ${held.ok ? 'yes' : held.reason}`)
  if (!held.ok || lessons.some(({ id }) => id === held.bookingId)) return
  tally('checked')
  granted.push({ coach, start, durationMinutes, noticeHours: coach.noticeHours })
  const sessionId = held.checkoutUrl.slice(held.checkoutUrl.lastIndexOf('/') + 1)
  lessons.push({ id: held.bookingId, sessionId, studentId: student.userId, coach })
}

async function pay({ sessionId }: Known) {
  const card = { number: '4242424242424242', expiry: '12/30', cvc: '123' }
  const paid = await services.localCheckouts?.pay(sessionId, card)
  tally(`pay: ${paid?.ok ? 'yes' : paid?.reason}`)
  await deliver()
}

async function deliver() {
  await services.localCheckouts?.deliverEvents(async (_url, body, headers) => {
    return (await webhooks.request('/webhooks/payments', { method: 'POST', body, headers })).status
  })
}

async function move(lesson: Known) {
  const by = random() < 0.6 ? 'student' : 'coach'
  const start = lesson.coach.someTime(random, clock.now())
  const { rows: before } = await pool.query<{ minutes: number; start: Date }>(
    'select duration_minutes as minutes, lesson_date as start from bookings where id = $1',
    [lesson.id],
  )
  const moved = await rescheduleLesson(services, actorOf(lesson, by), {
    bookingId: lesson.id,
    start: new Date(start).toISOString(),
    confirmed: ['short_notice'],
  })
  tally(`move: ${moved.ok ? 'yes' : moved.reason}`)
  if (!moved.ok || before[0]?.start.getTime() === start) return
  tally('checked')
  granted.push({
    coach: lesson.coach,
    start,
    durationMinutes: before[0]?.minutes ?? 60,
    noticeHours: by === 'student' ? lesson.coach.noticeHours : 0,
  })
}

async function block() {
  const part = random() < 0.7
  await pick(coaches)?.block(random, clock.now(), part)
  tally(`block: ${part ? 'hours' : 'a day'}`)
}

function actorOf(lesson: Known, by: 'student' | 'coach') {
  return { userId: by === 'student' ? lesson.studentId : lesson.coach.id, role: by }
}
