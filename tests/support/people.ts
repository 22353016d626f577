import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

export interface CoachOptions {
  name?: string
  hourlyRate?: number
  zone?: string
  lat?: number
  lng?: number
  city?: string
  state?: string
  isVisible?: boolean
  instantBookEnabled?: boolean
  bufferMinutes?: number
  noticeHours?: number
  windowDays?: number
  /** `[dayOfWeek, from, to]` on the wall clock; every day 9 to 17 when left out. */
  hours?: [number, string, string][]
}

/** A coach with one teaching place and weekly hours. Charlotte, North Carolina, unless said otherwise. */
export async function addCoach(pool: Pool, options: CoachOptions = {}) {
  const id = randomUUID()
  const locationId = randomUUID()
  const name = options.name ?? 'Maya Bennett'
  const zone = options.zone ?? 'America/New_York'
  await pool.query(
    `insert into profiles (id, full_name, email, user_type, phone) values ($1, $2, $3, 'instructor', '+17045550110')`,
    [id, name, `${id}@coaches.test`],
  )
  await pool.query(
    `insert into instructor_profiles (user_id, display_name, hourly_rate, is_visible, instant_book_enabled, time_zone,
      buffer_minutes, min_booking_notice_hours, max_booking_window_days) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      name,
      options.hourlyRate ?? 85,
      options.isVisible ?? true,
      options.instantBookEnabled ?? true,
      zone,
      options.bufferMinutes ?? 0,
      options.noticeHours ?? 24,
      options.windowDays ?? 30,
    ],
  )
  await pool.query(
    `insert into instructor_teaching_locations (id, instructor_id, location_name, address, city, state, lat, lng, time_zone, is_primary)
     values ($1, $2, 'Longleaf Hollow Golf Center', '1 Fairway Lane', $3, $4, $5, $6, $7, true)`,
    [
      locationId,
      id,
      options.city ?? 'Charlotte',
      options.state ?? 'NC',
      options.lat ?? 35.2271,
      options.lng ?? -80.8431,
      zone,
    ],
  )
  const hours =
    options.hours ?? [0, 1, 2, 3, 4, 5, 6].map((day): [number, string, string] => [day, '09:00', '17:00'])
  for (const [day, from, to] of hours)
    await pool.query(
      'insert into instructor_availability (instructor_id, day_of_week, start_time, end_time) values ($1, $2, $3, $4)',
      [id, day, from, to],
    )
  return { id, locationId }
}

/** Adds a role row by hand, as an operator would in the database. */
export async function giveRole(pool: Pool, userId: string, role: 'admin' | 'prospect') {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local greenside.admin_by_hand = 'yes'`)
    await client.query('insert into user_roles (user_id, role) values ($1, $2)', [userId, role])
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Turns a student's account into a coach's, as onboarding will. */
export async function makeCoach(pool: Pool, userId: string, name = 'Test Coach') {
  await pool.query(`update profiles set user_type = 'instructor' where id = $1`, [userId])
  await pool.query(
    `insert into instructor_profiles (user_id, display_name, is_visible) values ($1, $2, true)`,
    [userId, name],
  )
}
