import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { isCalledOff } from '#features/bookings/called-off.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { testDatabase } from '#tests/support/database.ts'
import { addCoach } from '#tests/support/people.ts'
import { readDashboard } from './queries.ts'

const database = testDatabase()
/** In Honolulu it is still Friday, 7 PM. */
const now = Date.parse('2026-11-21T05:00:00Z')
let coachId: string
let studentId: string

interface Made {
  start: number
  status: string
  paid?: string
  holdUntil?: number
  reason?: string
  minutes?: number
  isEntered?: boolean
  isOffered?: boolean
  calledOffAt?: number | null
}

async function addLesson({
  start,
  status,
  paid = 'completed',
  holdUntil,
  reason,
  minutes = 60,
  isEntered = false,
  isOffered = false,
  calledOffAt = null,
}: Made) {
  await database.pool.query(
    `insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
       lesson_title, status, payment_status, hold_expires_at, cancelled_at, cancel_reason, location_name, entered_by_coach,
       is_offered, weather_since, called_off_at)
     values ($1, $2, $3, $3, $4, 'Pacific/Honolulu', 110, 'A lesson', $5, $6, $7, $8, $9, 'Tradewind Terrace', $10, $11, $12, $12)`,
    [
      coachId,
      studentId,
      new Date(start),
      minutes,
      status,
      paid,
      holdUntil ? new Date(holdUntil) : null,
      status === 'cancelled' ? new Date(now) : null,
      reason ?? null,
      isEntered,
      isOffered,
      calledOffAt && new Date(calledOffAt),
    ],
  )
}

beforeAll(async () => {
  coachId = (await addCoach(database.pool, { name: 'Keoni Akana', zone: 'Pacific/Honolulu' })).id
  studentId = randomUUID()
  await database.pool.query(
    `insert into profiles (id, full_name, email, user_type) values ($1, 'Sam Rivera', 'sam@students.test', 'student')`,
    [studentId],
  )
  await addLesson({ start: now - 3 * DAY, status: 'completed' })
  await addLesson({ start: now - 0.5 * HOUR, status: 'confirmed' })
  await addLesson({ start: now + 6 * HOUR, status: 'confirmed' })
  await addLesson({ start: now + 2 * DAY, status: 'pending', paid: 'pending', holdUntil: now + 60_000 })
  await addLesson({ start: now + 3 * DAY, status: 'pending', paid: 'pending', holdUntil: now - 60_000 })
  await addLesson({ start: now + 4 * DAY, status: 'cancelled', paid: 'refunded', reason: 'coach' })
  await addLesson({ start: now + 5 * DAY, status: 'cancelled', paid: 'failed', reason: 'hold_expired' })
})

describe('the coach’s dashboard', () => {
  test('uses the date in the coach’s zone, not UTC', async () => {
    expect((await readDashboard(database.db, coachId, now)).today).toBe('2026-11-20')
  })

  test('keeps the lesson in progress, and counts the times being paid for', async () => {
    const dashboard = await readDashboard(database.db, coachId, now)
    expect(dashboard.todaysLessons.map((lesson) => Date.parse(lesson.start) - now)).toContain(-0.5 * HOUR)
    expect(dashboard.nextLessons.map((lesson) => Date.parse(lesson.start) - now)).toEqual([6 * HOUR])
    expect(dashboard.openHolds).toBe(1)
  })

  test('counts no lesson with a payment link and no offered time as a time being paid for', async () => {
    const held = { status: 'pending', paid: 'pending', holdUntil: now + 20 * HOUR }
    await addLesson({ ...held, start: now + 6 * DAY, isEntered: true })
    await addLesson({ ...held, start: now + 7 * DAY, isOffered: true })
    expect((await readDashboard(database.db, coachId, now)).openHolds).toBe(1)
  })

  test('shows a lesson called off for the weather among today’s, and counts it nowhere', async () => {
    const before = await readDashboard(database.db, coachId, now)
    await addLesson({ start: now + 2 * HOUR, status: 'confirmed', calledOffAt: now })
    await addLesson({ start: now + 8 * DAY, status: 'confirmed', calledOffAt: now })
    const after = await readDashboard(database.db, coachId, now)
    expect(after.upcomingLessons).toBe(before.upcomingLessons)
    expect(after.nextLessons).toEqual(before.nextLessons)
    const calledOff = after.todaysLessons.filter(isCalledOff)
    expect(calledOff.map(({ start }) => Date.parse(start) - now)).toEqual([2 * HOUR])
  })
})
