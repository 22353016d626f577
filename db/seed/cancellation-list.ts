import type pg from 'pg'
import { HOUR } from '#platform/duration.ts'
import { addDays, dateIn } from '#platform/time.ts'
import { scenario } from './scenarios.ts'

/**
 * Inserts cancellation list entries: Sam's for a coach whose week is full, other golfers' for Maya, and the time freed by one of Maya's
 * cancelled lessons. The entries for Maya are for dates past her booking window, so a lesson cancelled before then stays open to everyone.
 * @param now milliseconds since 1970, UTC
 */
export async function insertCancellationList(client: pg.ClientBase, now: number): Promise<void> {
  const today = dateIn(now, 'America/New_York')
  const golfers = await client.query<{ id: string }>(
    `select student_id as id from bookings where instructor_id = $1 and student_id <> $2 and status = 'completed'
     group by 1 order by max(lesson_date) desc, 1 limit 6`,
    [scenario.maya.id, scenario.sam.id],
  )
  const ids = golfers.rows.map(({ id }) => id)
  const wait = async (
    student: string,
    coach: string,
    [from, to]: readonly [number, number],
    dayPart = 'any',
    hoursAgo = 30,
  ) => {
    await client.query(
      `insert into cancellation_requests (student_id, instructor_id, from_date, to_date, day_part, duration_minutes, created_at)
       values ($1, $2, $3, $4, $5, 60, $6)`,
      [student, coach, addDays(today, from), addDays(today, to), dayPart, new Date(now - hoursAgo * HOUR)],
    )
  }
  await wait(scenario.sam.id, scenario.nolan.id, [2, 8], 'morning', 20)
  await wait(scenario.sam.id, scenario.nolan.id, [12, 12], 'any', 4)
  for (const [nth, id] of ids.entries()) {
    await wait(id, scenario.maya.id, nth < 4 ? [32, 38] : [34, 34], nth % 2 ? 'evening' : 'any', 50 - nth)
    if (nth < 3) await wait(id, scenario.morgan.id, [1, 14], 'any', 40 - nth)
  }
  // The freed time of Maya's cancelled lesson, which matched no one on the list and is now public.
  await client.query(
    `insert into freed_times (instructor_id, booking_id, change_number, student_id, teaching_location_id, location_name, time_zone,
       lesson_start, duration_minutes, status, created_at, ended_at)
     select instructor_id, id, change_number, student_id, teaching_location_id, location_name, time_zone, lesson_date, duration_minutes,
       'public', $3, $3 from bookings
     where instructor_id = $1 and status = 'cancelled' and lesson_date > $2
     order by lesson_date desc, id limit 1`,
    [scenario.maya.id, new Date(now), new Date(now - 3 * HOUR)],
  )
}
