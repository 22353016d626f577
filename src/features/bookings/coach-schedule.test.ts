import { beforeEach, describe, expect, test, vi } from 'vitest'
import { findFirstBookableDate, isSlotOpen, listSlots } from '#features/availability/availability.ts'
import { hasCalendarAccess } from '#features/availability/calendar-access.ts'
import { testDatabase } from '#tests/support/database.ts'
import { findSchedule, listNextOpenings } from './coach-schedule.ts'

const database = testDatabase()
/** Monday, 8:00 in Indianapolis. */
const now = Date.parse('2026-10-19T08:00:00-04:00')
const unknown = '00000000-0000-4000-8000-000000000000'

let coach: string
let student: string
beforeEach(async () => {
  coach = await insertCoach()
  student = await insertPerson('student')
})

describe('a coach’s schedule', () => {
  test('has the rules, the place with its zone, and the weekly hours in minutes', async () => {
    await insertHours(coach, 1, '09:30', '24:00')
    const schedule = await findSchedule(database.db, coach, { now })
    expect(schedule).toMatchObject({
      instructorId: coach,
      coachName: 'Dana Fields',
      isListed: true,
      mayTeach: true,
      instantBookEnabled: true,
      hourlyRateCents: 12_750,
      durations: [60, 90, 120],
      location: {
        name: 'Eagle Creek',
        city: 'Indianapolis',
        state: 'IN',
        zone: 'America/Indiana/Indianapolis',
      },
      rules: {
        zone: 'America/Indiana/Indianapolis',
        windows: [{ dayOfWeek: 1, startMinute: 570, endMinute: 1440 }],
        blocks: [],
        busy: [],
        noticeHours: 24,
        windowDays: 30,
        stepMinutes: 30,
        bufferMinutes: 0,
      },
    })
  })

  test('uses the zone of the requested place', async () => {
    const farAway = await insertPlace(coach, 'Papago', 'America/Phoenix')
    const schedule = await findSchedule(database.db, coach, { now, locationId: farAway })
    expect(schedule?.location).toMatchObject({ id: farAway, zone: 'America/Phoenix' })
    expect(schedule?.rules.zone).toBe('America/Phoenix')
  })

  test('does not exist for an unknown coach or another coach’s place', async () => {
    const elsewhere = await insertPlace(await insertCoach(), 'Papago', 'America/Phoenix')
    expect(await findSchedule(database.db, unknown, { now })).toBeNull()
    expect(await findSchedule(database.db, coach, { now, locationId: elsewhere })).toBeNull()
  })

  test('without a place uses the coach’s zone', async () => {
    const homeless = await insertPerson('instructor')
    await sql(`insert into instructor_profiles (user_id, time_zone) values ($1, 'Pacific/Honolulu')`, [
      homeless,
    ])
    const schedule = await findSchedule(database.db, homeless, { now })
    expect(schedule?.location).toEqual({
      id: null,
      name: 'To be arranged',
      address: null,
      city: null,
      state: null,
      zip: null,
      zone: 'Pacific/Honolulu',
    })
  })

  test('uses the hours of the calendar chosen for instant booking, or all when none is chosen', async () => {
    const calendar = await one(
      `insert into availability_calendars (instructor_id, name) values ($1, 'Range') returning id`,
      [coach],
    )
    await insertHours(coach, 1, '09:00', '12:00')
    await insertHours(coach, 2, '13:00', '15:00', calendar)
    await sql(
      `insert into instructor_availability (instructor_id, day_of_week, start_time, end_time, is_available)
       values ($1, 3, '09:00', '10:00', false)`,
      [coach],
    )
    const days = async () =>
      (await findSchedule(database.db, coach, { now }))?.rules.windows
        .map((window) => window.dayOfWeek)
        .sort()
    expect(await days()).toEqual([1, 2])
    await sql('update instructor_profiles set instant_book_calendar_id = $2 where user_id = $1', [
      coach,
      calendar,
    ])
    expect(await days()).toEqual([2])
  })

  test('has blocks from today on, with and without times', async () => {
    await sql(
      `insert into instructor_blocked_dates (instructor_id, blocked_date, start_time, end_time) values
       ($1, '2026-10-01', null, null), ($1, '2026-10-21', null, null), ($1, '2026-10-22', '12:00', '24:00')`,
      [coach],
    )
    const schedule = await findSchedule(database.db, coach, { now })
    expect(schedule?.rules.blocks).toMatchObject([
      { date: '2026-10-21', startMinute: null, endMinute: null },
      { date: '2026-10-22', startMinute: 720, endMinute: 1440 },
    ])
    const [first, second] = schedule?.rules.blocks ?? []
    expect(first?.act).not.toBe(second?.act)
  })

  test('applies hours and open times of a place only at that place', async () => {
    const farAway = await insertPlace(coach, 'Papago', 'America/Phoenix')
    const calendar = await one(
      `insert into availability_calendars (instructor_id, name, teaching_location_id) values ($1, 'Papago', $2) returning id`,
      [coach, farAway],
    )
    await insertHours(coach, 1, '09:00', '12:00')
    await insertHours(coach, 2, '13:00', '15:00', calendar)
    await sql(
      `insert into instructor_openings (instructor_id, opening_date, start_time, end_time, teaching_location_id)
       values ($1, '2026-10-25', '09:00', '11:00', null), ($1, '2026-10-25', '15:00', '16:00', $2)`,
      [coach, farAway],
    )
    const at = async (locationId?: string) => {
      const found = await findSchedule(database.db, coach, { now, locationId })
      return {
        days: found?.rules.windows.map((window) => window.dayOfWeek).sort(),
        opened: found?.rules.openings?.map((opening) => opening.startMinute).sort(),
        all: found?.week.length,
      }
    }
    expect(await at()).toEqual({ days: [1], opened: [540], all: 2 })
    expect(await at(farAway)).toEqual({ days: [1, 2], opened: [540, 900], all: 2 })
  })

  test('gets a new version when a rule changes', async () => {
    const version = async () => (await findSchedule(database.db, coach, { now }))?.version ?? 0
    const before = await version()
    await insertHours(coach, 1, '09:00', '12:00')
    const withHours = await version()
    expect(withHours).toBeGreaterThan(before)
    await sql(
      `insert into instructor_openings (instructor_id, opening_date, start_time, end_time)
       values ($1, '2026-10-25', '09:00', '11:00')`,
      [coach],
    )
    expect(await version()).toBeGreaterThan(withHours)
  })

  test('is the same inside a transaction', async () => {
    await insertHours(coach, 1, '09:00', '12:00')
    await insertBooking('2026-10-26T09:00:00-04:00', 'confirmed')
    const outside = await findSchedule(database.db, coach, { now, from: '2026-10-26', to: '2026-10-26' })
    const inside = await database.db.transaction((tx) =>
      findSchedule(tx, coach, { now, from: '2026-10-26', to: '2026-10-26' }),
    )
    expect(outside?.rules.busy).toHaveLength(1)
    expect(inside).toEqual(outside)
  })
})

describe('slot conflicts', () => {
  const start = '2026-10-26T09:00:00-04:00'
  const isOpen = async (request: { bookingToIgnore?: string } = {}) => {
    const schedule = await findSchedule(database.db, coach, {
      now,
      from: '2026-10-26',
      to: '2026-10-26',
      ...request,
    })
    if (!schedule) throw new Error('no schedule')
    return isSlotOpen(schedule.rules, Date.parse(start), 60, now)
  }
  beforeEach(() => insertHours(coach, 1, '09:00', '12:00'))

  test('with nothing: the slot is open', async () => {
    expect(await isOpen()).toBe(true)
  })

  test.each(['confirmed', 'completed'])('a %s lesson', async (status) => {
    await insertBooking(start, status)
    expect(await isOpen()).toBe(false)
  })

  test('with a hold, until the millisecond it expires [row 61]', async () => {
    await insertBooking(start, 'pending', now + 1)
    expect(await isOpen()).toBe(false)
    await sql(
      'update bookings set hold_expires_at = to_timestamp($2::float8 / 1000) where instructor_id = $1',
      [coach, now],
    )
    expect(await isOpen()).toBe(true)
  })

  test('not with a canceled lesson, or one of another coach [row 61]', async () => {
    await insertBooking(start, 'cancelled')
    await insertBooking(start, 'confirmed', null, await insertCoach())
    expect(await isOpen()).toBe(true)
  })

  test('not with the lesson being moved', async () => {
    const moving = await insertBooking(start, 'confirmed')
    expect(await isOpen({ bookingToIgnore: moving })).toBe(true)
  })

  test('with a long lesson from the evening before, and with lessons at the ends of the requested dates', async () => {
    await sql(
      "update instructor_teaching_locations set time_zone = 'Pacific/Honolulu' where instructor_id = $1",
      [coach],
    )
    await insertBooking('2026-10-25T22:00:00-10:00', 'confirmed', null, coach, 480)
    await insertBooking('2026-10-26T23:00:00-10:00', 'confirmed')
    const schedule = await findSchedule(database.db, coach, { now, from: '2026-10-26', to: '2026-10-26' })
    expect(schedule?.rules.busy).toHaveLength(2)
  })
})

test('one statement loads a month, and one loads the next openings of two dozen coaches', async () => {
  const coaches = [coach]
  for (let i = 1; i < 24; i++) coaches.push(await insertCoach())
  for (const id of coaches) await insertHours(id, 1, '09:00', '12:00')
  const statements = vi.spyOn(database.pool, 'query')
  const schedule = await findSchedule(database.db, coach, { now })
  if (!schedule) throw new Error('no schedule')
  expect(findFirstBookableDate(schedule.rules, { durationMinutes: 60, now })).toBe('2026-10-26')
  const month = { from: '2026-10-19', to: '2026-11-17', durationMinutes: 60, now }
  expect(listSlots(schedule.rules, month).filter((day) => day.slots.length > 0)).toHaveLength(4)
  expect(statements).toHaveBeenCalledTimes(1)
  const openings = await listNextOpenings(database.db, coaches, now)
  expect(openings.size).toBe(24)
  expect(statements).toHaveBeenCalledTimes(2)
  statements.mockRestore()
})

describe('a coach’s next opening', () => {
  test('is the first open hour at the primary place, with its zone', async () => {
    await insertHours(coach, 1, '09:00', '11:00')
    await insertBooking('2026-10-26T09:00:00-04:00', 'confirmed')
    const openings = await listNextOpenings(database.db, [coach], now)
    expect(openings.get(coach)).toEqual({
      start: Date.parse('2026-10-26T10:00:00-04:00'),
      durationMinutes: 60,
      zone: 'America/Indiana/Indianapolis',
    })
  })

  test('uses the shortest lesson of a coach who offers no hour', async () => {
    await insertHours(coach, 1, '09:00', '10:00')
    await sql(`update instructor_profiles set lesson_durations = '{90,45}' where user_id = $1`, [coach])
    expect((await listNextOpenings(database.db, [coach], now)).get(coach)?.durationMinutes).toBe(45)
  })

  test('is absent when nothing is open', async () => {
    expect((await listNextOpenings(database.db, [coach], now)).size).toBe(0)
    expect((await listNextOpenings(database.db, [], now)).size).toBe(0)
  })
})

test('calendar access applies to one student and one coach', async () => {
  await sql('insert into student_calendar_access (student_id, instructor_id) values ($1, $2)', [
    student,
    coach,
  ])
  expect(await hasCalendarAccess(database.db, student, coach)).toBe(true)
  expect(await hasCalendarAccess(database.db, student, await insertCoach())).toBe(false)
  expect(await hasCalendarAccess(database.db, await insertPerson('student'), coach)).toBe(false)
})

const sql = (text: string, values: unknown[]) => database.pool.query(text, values)

async function one(text: string, values: unknown[]): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(text, values)
  const id = rows[0]?.id
  if (!id) throw new Error('nothing was inserted')
  return id
}

function insertPerson(type: 'student' | 'instructor') {
  return one(
    `insert into profiles (full_name, email, user_type) values ('Dana Fields', gen_random_uuid() || '@example.com', $1)
     returning id`,
    [type],
  )
}

async function insertCoach(): Promise<string> {
  const id = await insertPerson('instructor')
  await sql(
    `insert into instructor_profiles (user_id, hourly_rate, is_visible, instant_book_enabled)
     values ($1, 127.50, true, true)`,
    [id],
  )
  await insertPlace(id, 'Eagle Creek', 'America/Indiana/Indianapolis', true)
  return id
}

function insertPlace(instructorId: string, name: string, zone: string, isPrimary = false) {
  return one(
    `insert into instructor_teaching_locations (instructor_id, location_name, city, state, time_zone, is_primary)
     values ($1, $2, 'Indianapolis', 'IN', $3, $4) returning id`,
    [instructorId, name, zone, isPrimary],
  )
}

async function insertHours(instructorId: string, day: number, start: string, end: string, calendar?: string) {
  await sql(
    `insert into instructor_availability (instructor_id, day_of_week, start_time, end_time, calendar_type_id)
     values ($1, $2, $3, $4, $5)`,
    [instructorId, day, start, end, calendar ?? null],
  )
}

function insertBooking(
  start: string,
  status: string,
  holdExpiresAt: number | null = null,
  instructorId = coach,
  minutes = 60,
) {
  return one(
    `insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
       lesson_title, status, hold_expires_at, cancelled_at, cancel_reason, location_name)
     values ($1, $2, $3::timestamptz, $3::timestamptz, $4, 'America/Indiana/Indianapolis', 85, 'Lesson', $5,
       to_timestamp($6::float8 / 1000), case when $5 = 'cancelled' then current_instant() end,
       case when $5 = 'cancelled' then 'student' end, 'Eagle Creek') returning id`,
    [instructorId, student, start, minutes, status, holdExpiresAt],
  )
}
