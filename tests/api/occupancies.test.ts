import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { charlotteTime } from '../support/now.ts'
import { oldDatabase } from '../support/old-database.ts'
import { addCoach } from '../support/people.ts'

const database = testDatabase()

/** The bookings that occupy time, and the occupied times, each as the other table would describe them. */
async function readBoth(pool: pg.Pool) {
  const bookings = await pool.query(
    `select id, instructor_id, lesson_date as starts, lesson_end as ends, buffer_minutes, teaching_location_id,
       case when status = 'pending' then hold_expires_at end as held_until
     from bookings where status <> 'cancelled' order by id`,
  )
  const occupancies = await pool.query(
    `select booking_id as id, instructor_id, starts_at as starts, ends_at as ends, buffer_minutes, teaching_location_id, held_until
     from occupancies where booking_id is not null order by booking_id`,
  )
  return { bookings: bookings.rows, occupied: occupancies.rows }
}

interface Lesson {
  coachId: string
  start: string
  status?: 'pending' | 'confirmed' | 'completed' | 'cancelled'
  buffer?: number
}

async function addLesson(pool: pg.Pool, { coachId, start, status = 'confirmed', buffer = 0 }: Lesson) {
  const id = randomUUID()
  await pool.query(
    `insert into bookings (id, instructor_id, student_id, lesson_date, lesson_end, duration_minutes, buffer_minutes, time_zone, price_amount,
       lesson_title, status, payment_status, hold_expires_at, cancelled_at, cancel_reason, location_name, teaching_location_id)
     select $1, $2, $2, $3::timestamptz, $3::timestamptz, 60, $5, 'America/New_York', 85, 'A lesson', $4, 'completed',
       case when $4 = 'pending' then $3::timestamptz end, case when $4 = 'cancelled' then $3::timestamptz end,
       case when $4 = 'cancelled' then 'student' end, 'There', id
     from instructor_teaching_locations where instructor_id = $2`,
    [id, coachId, start, status, buffer],
  )
  return id
}

test('every change of a booking changes the time it occupies, also by direct SQL', async () => {
  const { pool } = database
  const coachId = (await addCoach(pool, { bufferMinutes: 30 })).id
  const at = (hour: number) => charlotteTime(4, hour)
  const steps: [what: string, occupied: number, change: () => Promise<unknown>][] = []
  const set = (id: string, change: string) => pool.query(`update bookings set ${change} where id = $1`, [id])
  const [held, unpaid, booked, taught] = [
    await addLesson(pool, { coachId, start: at(9), status: 'pending' }),
    await addLesson(pool, { coachId, start: at(13), status: 'pending' }),
    await addLesson(pool, { coachId, start: at(11), buffer: 30 }),
    await addLesson(pool, { coachId, start: at(15), status: 'completed' }),
  ]
  await addLesson(pool, { coachId, start: at(11), status: 'cancelled' })
  steps.push(
    ['added', 4, async () => null],
    ['a longer hold', 4, () => set(held, `hold_expires_at = hold_expires_at + interval '1 hour'`)],
    ['a paid hold', 4, () => set(held, `status = 'confirmed', hold_expires_at = null`)],
    ['a moved lesson', 4, () => set(booked, `lesson_date = lesson_date + interval '15 minutes'`)],
    [
      'a shorter break',
      4,
      () => pool.query('update instructor_profiles set buffer_minutes = 10 where user_id = $1', [coachId]),
    ],
    ['another place', 4, () => set(booked, 'teaching_location_id = null')],
    [
      'an expired hold',
      3,
      () => set(unpaid, `status = 'cancelled', cancelled_at = now(), cancel_reason = 'hold_expired'`),
    ],
    [
      'its late payment',
      4,
      () => set(unpaid, `status = 'confirmed', cancelled_at = null, cancel_reason = null`),
    ],
    [
      'a cancelled lesson',
      3,
      () => set(unpaid, `status = 'cancelled', cancelled_at = now(), cancel_reason = 'student'`),
    ],
    ['a deleted lesson', 2, () => pool.query('delete from bookings where id = $1', [taught])],
  )
  for (const [what, count, change] of steps) {
    await change()
    const { bookings, occupied } = await readBoth(pool)
    expect(occupied, what).toEqual(bookings)
    expect(occupied.length, what).toBe(count)
  }
  const shorter = await pool.query('select buffer_minutes from occupancies where booking_id = $1', [booked])
  expect(shorter.rows).toEqual([{ buffer_minutes: 10 }])
})

test('a time that is occupied, with its break, is refused; the time after the break is free', async () => {
  const { pool } = database
  const coachId = (await addCoach(pool)).id
  await addLesson(pool, { coachId, start: charlotteTime(4, 9), buffer: 30 })
  const refused = { code: '23P01', constraint: 'no_overlapping_lessons_of_a_coach' }
  await expect(addLesson(pool, { coachId, start: charlotteTime(4, 10) })).rejects.toMatchObject(refused)
  const later = await addLesson(pool, { coachId, start: charlotteTime(4, 11) })
  await expect(
    pool.query(`update bookings set lesson_date = lesson_date - interval '1 hour' where id = $1`, [later]),
  ).rejects.toMatchObject(refused)
  const { bookings, occupied } = await readBoth(pool)
  expect(occupied).toEqual(bookings)
})

const old = oldDatabase('0218')

test('a database of before is migrated while lessons are booked, moved and cancelled', async () => {
  const { pool } = old
  const coachId = (await addCoach(pool)).id
  const ids: string[] = []
  // Two hours apart, because a lesson moved by days of 24 hours is an hour off after a clock change.
  for (const status of ['pending', 'confirmed', 'completed', 'cancelled'] as const)
    for (const day of [4, 5, 6])
      ids.push(await addLesson(pool, { coachId, start: charlotteTime(day, 2 * ids.length), status }))

  await old.migrateTo('0219')
  const cancel = `status = 'cancelled', cancelled_at = now(), cancel_reason = 'student'`
  await pool.query(`update bookings set ${cancel} where id = $1`, [ids[3]])
  await pool.query(`update bookings set lesson_date = lesson_date + interval '2 days' where id = $1`, [
    ids[6],
  ])
  await addLesson(pool, { coachId, start: charlotteTime(8, 15) })

  const mover = await pool.connect()
  await mover.query('begin')
  await mover.query(`update bookings set lesson_date = lesson_date + interval '3 days' where id = $1`, [
    ids[4],
  ])
  const copying = old.migrateTo('0220')
  // All others are copied while the lesson is being moved.
  await eventually(async () => {
    const { bookings, occupied } = await readBoth(pool)
    expect(occupied.length).toBe(bookings.length - 1)
  })
  await mover.query('commit')
  mover.release()
  expect(await copying).toHaveLength(1)

  await old.migrateTo('0221')
  const { bookings, occupied } = await readBoth(pool)
  expect(bookings).toHaveLength(9)
  expect(occupied).toEqual(bookings)
  await expect(addLesson(pool, { coachId, start: charlotteTime(8, 15) })).rejects.toMatchObject({
    constraint: 'no_overlapping_lessons_of_a_coach',
  })
})
