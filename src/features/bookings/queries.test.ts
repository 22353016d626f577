import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#platform/duration.ts'
import { testDatabase } from '#tests/support/database.ts'
import { addCoach } from '#tests/support/people.ts'
import { countLessons, listLessons } from './queries.ts'

const database = testDatabase()
/** Friday, 7 PM in Honolulu. */
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
}

async function addLesson({ start, status, paid = 'completed', holdUntil, reason, minutes = 60 }: Made) {
  await database.pool.query(
    `insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
       lesson_title, status, payment_status, hold_expires_at, cancelled_at, cancel_reason, location_name)
     values ($1, $2, $3, $3, $4, 'Pacific/Honolulu', 110, 'A lesson', $5, $6, $7, $8, $9, 'Tradewind Terrace')`,
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

describe('a person’s lessons', () => {
  test('leave out what came to nothing; a lesson cancelled before its day is not among the past ones', async () => {
    const upcoming = await listLessons(
      database.db,
      { userId: studentId, as: 'student' },
      { now, list: 'upcoming', limit: 20, offset: 0 },
    )
    expect(upcoming.map((lesson) => [Date.parse(lesson.start) - now, lesson.status])).toEqual([
      [-0.5 * HOUR, 'confirmed'],
      [6 * HOUR, 'confirmed'],
      [2 * DAY, 'pending'],
    ])
    const read = async (list: 'past' | 'cancelled' | 'ended') =>
      (
        await listLessons(
          database.db,
          { userId: studentId, as: 'student' },
          { now, list, limit: 20, offset: 0 },
        )
      ).map((lesson) => [Date.parse(lesson.start) - now, lesson.status])
    expect(await read('past')).toEqual([[-3 * DAY, 'completed']])
    expect(await read('cancelled')).toEqual([[4 * DAY, 'cancelled']])
    expect(await read('ended')).toEqual([
      [4 * DAY, 'cancelled'],
      [-3 * DAY, 'completed'],
    ])
  })

  test('are as many as their lists are long, for both people', async () => {
    for (const who of [
      { userId: studentId, as: 'student' },
      { userId: coachId, as: 'coach' },
    ] as const)
      expect(await countLessons(database.db, who, now)).toEqual({ upcoming: 3, past: 1, cancelled: 1 })
  })

  test('are empty for a person who has not booked', async () => {
    const stranger = { userId: randomUUID(), as: 'student' as const }
    expect(await countLessons(database.db, stranger, now)).toEqual({ upcoming: 0, past: 0, cancelled: 0 })
  })
})
