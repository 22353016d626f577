import { beforeAll, describe, expect, test, vi } from 'vitest'
import { listSlots } from '#features/availability/availability.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { rebuildChanged, rebuildOutdated, rebuildWhenAnnounced } from '#features/search/open-times/rebuild.ts'
import type { CardTimes, OpenDay, SearchResult } from '#features/search/schema.ts'
import { partMinutes, weekdayNames } from '#features/search/when.ts'
import { HOUR } from '#platform/duration.ts'
import { addDays, dateIn, dayOfWeek, formatClockTime } from '#platform/time.ts'
import { addCoach } from '../support/people.ts'
import { testNow, testProduct } from '../support/product.ts'

const product = testProduct()
const zones = ['America/New_York', 'America/Chicago', 'America/Denver'] as const

/** A repeatable sequence of numbers from 0 up to 1. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const random = numbers(Math.floor(testNow / 1000))
const pick = <T>(options: readonly T[]): T => options[Math.floor(random() * options.length)] as T
const query = (text: string, values?: unknown[]) => product.services.db.$client.query(text, values)

const clock = (hour: number, minute: number) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** Coaches around Charlotte with any hours, notice, window and number of places; some cannot be booked at once. */
async function addAnyCoach(at: number) {
  const days = weekdayNames.map((_, day) => day).filter(() => random() < 0.4)
  const coach = await addCoach(product.services.db.$client, {
    name: `Coach ${at}`,
    zone: pick(zones),
    hourlyRate: pick([60, 90, 150]),
    lat: 35.2271 + (random() - 0.5),
    noticeHours: pick([0, 1, 24, 72]),
    windowDays: pick([4, 14, 30, 60]),
    bufferMinutes: pick([0, 15]),
    instantBookEnabled: random() < 0.85,
    hours: days.map((day) => {
      const from = Math.floor(random() * 20)
      return [
        day,
        clock(from, pick([0, 15, 30, 45])),
        clock(Math.min(23, from + 1 + Math.floor(random() * 5)), 45),
      ]
    }),
  })
  await query(
    'update instructor_profiles set slot_step_minutes = $2, lesson_durations = $3 where user_id = $1',
    [coach.id, pick([15, 30, 60]), pick([[30, 60], [60], [90, 120]])],
  )
  if (random() < 0.3)
    await query(
      `insert into instructor_teaching_locations (instructor_id, location_name, city, state, lat, lng, time_zone)
       values ($1, 'Second Range', 'Concord', 'NC', $2, -80.6, $3)`,
      [coach.id, 35.2 + random() * 2, pick(zones)],
    )
  if (random() < 0.5)
    await query('insert into instructor_blocked_dates (instructor_id, blocked_date) values ($1, $2)', [
      coach.id,
      addDays(dateIn(testNow, 'America/New_York'), Math.floor(random() * 10)),
    ])
  return coach.id
}

/** Searches over HTTP. */
async function search(parameters: Record<string, string>): Promise<SearchResult> {
  const visitor = product.visitor()
  const answer = await visitor.get(`/api/coaches?${new URLSearchParams({ zip: '28202', ...parameters })}`)
  expect(answer.status).toBe(200)
  return answer.json as SearchResult
}

async function idsOf(parameters: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const { coaches } = await search({ ...parameters, page: String(page) })
    ids.push(...coaches.map(({ id }) => id))
    if (coaches.length < 24) return ids
  }
}

/** The first open time that a search may find, by asking the slot engine about each place; null when there is none. */
async function firstByEngine(coachId: string, when: string, now: number): Promise<number | null> {
  const words = when.split('.').filter(Boolean)
  const parts = words.filter((word): word is keyof typeof partMinutes => word in partMinutes)
  const days = words.filter((word) => !(word in partMinutes))
  const { rows } = await query(
    `select l.id from instructor_teaching_locations l join zip_codes z on z.zip = '28202'
     where l.instructor_id = $1 and 2 * 3958.76 * asin(sqrt(power(sin(radians(l.lat - z.lat) / 2), 2)
       + cos(radians(l.lat)) * cos(radians(z.lat)) * power(sin(radians(l.lng - z.lng) / 2), 2))) <= 50`,
    [coachId],
  )
  const starts: number[] = []
  for (const { id } of rows as { id: string }[]) {
    const schedule = await findSchedule(product.services.db, coachId, { now, locationId: id })
    if (!schedule?.instantBookEnabled) continue
    const { rules, durations } = schedule
    const today = dateIn(now, rules.zone)
    for (const { date, slots } of listSlots(rules, {
      from: today,
      to: addDays(today, 30),
      durationMinutes: durations[0] ?? 60,
      now,
    })) {
      const isAsked =
        days.length === 0 ||
        days.includes(date) ||
        days.includes(weekdayNames[dayOfWeek(date)] ?? '') ||
        (days.includes('today') && date === today) ||
        (days.includes('tomorrow') && date === addDays(today, 1))
      for (const { start } of isAsked ? slots : []) {
        const [, hour = '', minute = '', half] =
          /(\d+):(\d+) (AM|PM)/.exec(formatClockTime(start, rules.zone)) ?? []
        const minutes = ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 60 + Number(minute)
        if (
          parts.length === 0 ||
          parts.some((part) => minutes >= partMinutes[part].from && minutes < partMinutes[part].to)
        )
          starts.push(start)
      }
    }
  }
  return starts.length > 0 ? Math.min(...starts) : null
}

const questions = () => {
  const today = dateIn(product.services.clock.now(), 'America/New_York')
  return [
    'today',
    'tomorrow.morning',
    'sat.morning',
    'sat.sun',
    'evening',
    'mon.wed.afternoon.evening',
    addDays(today, 3),
    `${addDays(today, 4)}.${addDays(today, 30)}.morning`,
    addDays(today, 31),
  ]
}

/** Compares every question with the engine: no coach is invented and none is missing, and the soonest are in order. */
async function compareWithEngine(coachIds: readonly string[]) {
  const now = product.services.clock.now()
  for (const when of questions()) {
    const expected = new Map<string, number>()
    for (const id of coachIds) {
      const first = await firstByEngine(id, when, now)
      if (first !== null) expected.set(id, first)
    }
    expect((await idsOf({ when })).toSorted(), when).toEqual([...expected.keys()].toSorted())
    const inOrder = (await idsOf({ when, sort: 'soonest' })).map((id) => expected.get(id) ?? 0)
    expect(inOrder, `${when}, soonest first`).toEqual(inOrder.toSorted((a, b) => a - b))
  }
}

describe('searching by open time', () => {
  const coaches: string[] = []
  beforeAll(async () => {
    for (let at = 0; at < 40; at++) coaches.push(await addAnyCoach(at))
    await rebuildChanged(product.services)
  })

  test('finds exactly the coaches that the slot engine finds', async () => {
    await compareWithEngine(coaches)
  })

  test('finds them after changes of hours, lessons, rules and places, and notes nothing else to do', async () => {
    const student = await product.student()
    const next = (at: number) => coaches[at % coaches.length] ?? ''
    const day = addDays(dateIn(testNow, 'America/New_York'), 3)
    await query('delete from instructor_availability where instructor_id = $1', [next(0)])
    await query('update instructor_profiles set min_booking_notice_hours = 48 where user_id = $1', [next(1)])
    await query(
      'update instructor_profiles set instant_book_enabled = not instant_book_enabled where user_id = $1',
      [next(2)],
    )
    await query(
      `insert into instructor_openings (instructor_id, opening_date, start_time, end_time) values ($1, $2, '18:00', '21:00')`,
      [next(3), day],
    )
    await query('delete from instructor_teaching_locations where instructor_id = $1 and not is_primary', [
      next(4),
    ])
    // Places out of reach, or back within it.
    for (let at = 15; at < 20; at++)
      await query(
        'update instructor_teaching_locations set lat = case when lat > 40 then 35.2 else 45 end where instructor_id = $1',
        [next(at)],
      )
    for (let at = 5; at < 15; at++)
      await query(
        `insert into bookings (instructor_id, student_id, lesson_date, duration_minutes, price_amount, status, time_zone, location_name, lesson_title)
         values ($1, $2, $3, 120, 90, 'confirmed', 'America/New_York', 'Range', 'Lesson') on conflict do nothing`,
        [next(at), student.userId, `${day}T15:00:00Z`],
      )
    expect(await rebuildChanged(product.services)).toBeGreaterThanOrEqual(19)
    await compareWithEngine(coaches)
    expect(await rebuildChanged(product.services)).toBe(0)
  })

  test('finds them as time passes, and every night another day', async () => {
    product.clock.advance(20 * HOUR)
    await compareWithEngine(coaches)
    product.clock.advance(30 * HOUR)
    expect(await rebuildOutdated(product.services)).toBeGreaterThan(10)
    expect(await rebuildOutdated(product.services)).toBe(0)
    await compareWithEngine(coaches)
  })

  test('shows times on cards that are open, of the days and parts asked for, and at places within reach', async () => {
    const when = 'sat.sun.morning'
    const { coaches: found } = await search({ when })
    const times = await cardTimes(
      found.map(({ id }) => id),
      when,
    )
    for (const { id } of found) {
      const card = times[id]
      expect(card?.times.length, id).toBeGreaterThan(0)
      for (const { start, zone, placeId } of card?.times ?? []) {
        expect([0, 6]).toContain(dayOfWeek(dateIn(start, zone)))
        expect(formatClockTime(start, zone)).toMatch(/^([6-9]|1[01]):\d\d AM$/)
        const schedule = await findSchedule(product.services.db, id, {
          now: product.services.clock.now(),
          locationId: placeId ?? undefined,
        })
        const date = dateIn(start, zone)
        const [day] = schedule
          ? listSlots(schedule.rules, {
              from: date,
              to: date,
              durationMinutes: card?.durationMinutes ?? 0,
              now: product.services.clock.now(),
            })
          : []
        expect(day?.slots.map((slot) => slot.start)).toContain(Date.parse(start))
      }
    }
  })

  test('says on which days somebody is open', async () => {
    const answer = await product.visitor().get('/api/coaches/open-days?zip=28202')
    const listed = answer.json as OpenDay[]
    expect(listed.length).toBeGreaterThan(3)
    for (const { date, parts } of listed.slice(0, 5))
      for (const part of parts)
        expect((await search({ when: `${date}.${part}` })).total, date).toBeGreaterThan(0)
    const dates = new Set(listed.map(({ date }) => date))
    const today = dateIn(product.services.clock.now(), 'America/New_York')
    for (let days = 0; days < 10; days++) {
      const date = addDays(today, days)
      if (!dates.has(date))
        expect((await search({ when: `${date}.morning.afternoon.evening` })).total, date).toBe(0)
    }
  })
})

async function cardTimes(ids: readonly string[], when: string): Promise<Record<string, CardTimes>> {
  const parameters = new URLSearchParams({ zip: '28202', when })
  for (const id of ids) parameters.append('instructorIds[]', id)
  const answer = await product.visitor().get(`/api/coaches/open-times?${parameters}`)
  expect(answer.status).toBe(200)
  return answer.json as Record<string, CardTimes>
}

test('a stale row never invents a time: the card asks the engine', async () => {
  const coach = await addCoach(product.services.db.$client, { name: 'Newly Busy', noticeHours: 0 })
  await rebuildChanged(product.services)
  const day = addDays(dateIn(product.services.clock.now(), 'America/New_York'), 2)
  expect((await cardTimes([coach.id], day))[coach.id]?.times).toHaveLength(3)
  await query('insert into instructor_blocked_dates (instructor_id, blocked_date) values ($1, $2)', [
    coach.id,
    day,
  ])
  expect(await idsOf({ when: day })).toContain(coach.id)
  expect((await cardTimes([coach.id], day))[coach.id]?.times).toEqual([])
})

test('a change can be found within two seconds', async () => {
  await rebuildChanged(product.services)
  rebuildWhenAnnounced(product.services)
  const coach = await addCoach(product.services.db.$client, { name: 'Brand New', noticeHours: 0 })
  const day = addDays(dateIn(product.services.clock.now(), 'America/New_York'), 5)
  const isFound = async () => (await idsOf({ when: day })).includes(coach.id)
  const within2s = { timeout: 2_000, interval: 20 }
  await vi.waitFor(async () => expect(await isFound()).toBe(true), within2s)
  await query('insert into instructor_blocked_dates (instructor_id, blocked_date) values ($1, $2)', [
    coach.id,
    day,
  ])
  await vi.waitFor(async () => expect(await isFound()).toBe(false), within2s)
})

test.each(['someday', 'sat.', '2026-13-45x', 'sat,sun'])('%s is refused as a time', async (when) => {
  const answer = await product.visitor().get(`/api/coaches?${new URLSearchParams({ when })}`)
  expect(answer.status).toBe(400)
})

test('a date that does not exist finds nobody', async () => {
  expect((await search({ when: '2026-13-45' })).total).toBe(0)
})
