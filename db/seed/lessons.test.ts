import { expect, test } from 'vitest'
import { DAY } from '#platform/duration.ts'
import { dateIn, dayOfWeek, formatClockTime } from '#platform/time.ts'
import { dayNumber, instantOf, openDiary } from './diary.ts'
import { fillDiary } from './lessons.ts'
import { createRandom } from './random.ts'
import type { Coach, Lesson, Student } from './rows.ts'
import { scenarioCoaches } from './scenario-coaches.ts'
import { makeScenarioLessons } from './scenario-lessons.ts'
import { scenario } from './scenarios.ts'

const now = Date.parse('2026-11-21T15:00:00Z')
const students: Student[] = Array.from({ length: 60 }, (_, nth) => ({
  lat: 35,
  lng: -80,
  profile: {
    id: createRandom(`student ${nth}`).uuid(),
    full_name: `Student ${nth}`,
    email: `s${nth}@greenside.demo`,
    phone: '',
    city: 'Charlotte',
    user_type: 'student',
    created_at: 0,
  },
}))
const coaches = scenarioCoaches(now)
const named = () => makeScenarioLessons(createRandom('lessons'), coaches, students, new Set(), now)

test('ten in the morning is ten in the morning on both sides of a clock change', () => {
  for (const [date, zone] of [
    ['2026-03-07', 'America/New_York'],
    ['2026-03-08', 'America/New_York'],
    ['2026-11-01', 'America/Los_Angeles'],
    ['2026-03-08', 'America/Anchorage'],
    ['2026-07-04', 'America/Phoenix'],
    ['2026-11-01', 'Pacific/Honolulu'],
  ] as const) {
    const instant = instantOf(dayNumber(date), 600, zone)
    expect([dateIn(instant, zone), formatClockTime(instant, zone)]).toEqual([date, '10:00 AM'])
  }
})

test('lessons lie inside the weekly hours, off blocked time, and never overlap', () => {
  for (const coach of coaches) {
    const own = named().filter((lesson) => lesson.booking.instructor_id === coach.profile.id)
    for (const { booking } of own) expect(isOpen(coach, booking.lesson_date, booking.lesson_end)).toBe(true)
    const taken = own.filter(({ booking }) => booking.status !== 'cancelled').map(({ booking }) => booking)
    taken.sort((a, b) => a.lesson_date - b.lesson_date)
    for (const [at, booking] of taken.entries()) {
      const next = taken[at + 1]
      if (next) expect(next.lesson_date).toBeGreaterThanOrEqual(booking.lesson_end)
    }
  }
})

test('a blocked day and a blocked hour stay free', () => {
  const maya = coaches.find((coach) => coach.profile.id === scenario.maya.id)
  if (!maya) throw new Error('Maya is missing')
  const blockedBy = (start_time: string | null, end_time: string | null) =>
    openDiary(
      {
        ...maya,
        blocked: [{ instructor_id: '', blocked_date: '2026-11-24', start_time, end_time, reason: '' }],
      },
      now,
    )
  const tuesday = dayNumber('2026-11-24')
  expect(blockedBy(null, null).openings(tuesday, 60)).toEqual([])
  const partly = blockedBy('09:00', '16:30')
  expect(partly.openings(tuesday, 60)).toEqual([480, 990, 1020])
  partly.take(tuesday, 990, 60)
  expect(partly.openings(tuesday, 60)).toEqual([480])
})

test('what is past is completed and paid, what is coming is confirmed, prices follow the rate', () => {
  for (const { booking, payment } of named()) {
    expect(booking.created_at).toBeLessThanOrEqual(Math.min(now, booking.lesson_date))
    expect(booking.lesson_end - booking.lesson_date).toBe(booking.duration_minutes * 60_000)
    if (booking.status === 'completed') expect(booking.lesson_end).toBeLessThan(now)
    // One has just ended and waits for its coach to say how it went.
    if (booking.status === 'confirmed') expect(booking.lesson_end).toBeGreaterThan(now - DAY)
    if (booking.status === 'pending') expect(payment).toBeNull()
    else expect((payment?.amount_cents ?? 0) / 100).toBe(Number(booking.price_amount))
  }
  const hour = named().find(
    ({ booking }) => booking.instructor_id === scenario.maya.id && booking.duration_minutes === 90,
  )
  expect(hour?.booking.price_amount).toBe('127.50')
})

test('a review follows a completed lesson and is not from the future', () => {
  for (const { booking, review } of named()) {
    if (!review) continue
    expect(booking.status).toBe('completed')
    expect(review.created_at).toBeGreaterThan(booking.lesson_end)
    expect(review.created_at).toBeLessThan(now)
    expect(booking.no_show).toBe(false)
  }
})

test('Maya has one booking of each status among her newest five, lessons this week, 54 reviews and two that wait', () => {
  const own = named().filter((lesson) => lesson.booking.instructor_id === scenario.maya.id)
  const newest = [...own].sort((a, b) => b.booking.created_at - a.booking.created_at).slice(0, 5)
  expect(new Set(newest.map(({ booking }) => booking.status))).toEqual(
    new Set(['pending', 'confirmed', 'completed', 'cancelled']),
  )
  expect(comingWithin(own, 7).length).toBeGreaterThanOrEqual(2)
  expect(own.filter(({ review }) => review?.published_at)).toHaveLength(54)
  expect(own.filter(({ review }) => review && !review.published_at)).toHaveLength(2)
})

test('Sam’s lessons tell everything that can happen: moved, called off, cancelled late, disputed, not reviewed yet', () => {
  const own = named().filter((lesson) => lesson.booking.student_id === scenario.sam.id)
  const of = (status: string) => own.filter(({ booking }) => booking.status === status)
  expect(of('completed')).toHaveLength(5)
  expect(of('completed').filter(({ review, problem }) => !review && !problem)).toHaveLength(1)
  expect(of('completed').filter(({ problem }) => problem)).toHaveLength(1)
  expect(of('confirmed')).toHaveLength(2)
  expect(of('confirmed').filter(({ moves }) => moves)).toHaveLength(1)
  expect(
    of('cancelled')
      .map(({ booking }) => [booking.cancel_reason, booking.payment_status])
      .sort(),
  ).toEqual([
    ['coach', 'refunded'],
    ['student', 'partially_refunded'],
  ])
})

test('a student is never in two places on one day', () => {
  const busy = new Set<string>()
  const lessons = coaches.flatMap((coach) =>
    fillDiary(createRandom(coach.profile.id), coach, openDiary(coach, now), students, busy, now, {
      past: 30,
      coming: 6,
      off: 0,
      bookedBefore: now,
      quality: 1,
      reviewed: 1,
    }),
  )
  const days = lessons.map(
    ({ booking }) => `${booking.student_id} ${dateIn(booking.lesson_date, booking.time_zone)}`,
  )
  expect(days.length).toBeGreaterThan(100)
  expect(new Set(days).size).toBe(days.length)
})

function comingWithin(lessons: readonly Lesson[], days: number) {
  return lessons.filter(
    ({ booking }) =>
      booking.status === 'confirmed' && booking.lesson_date > now && booking.lesson_date < now + days * DAY,
  )
}

/** Written without the diary, so that the diary cannot be wrong in both places. */
function isOpen(coach: Coach, from: number, to: number): boolean {
  const zone = coach.coach.time_zone
  const clock = (instant: number) => {
    const [, hour = '', minute = '', half] = /(\d+):(\d+) (AM|PM)/.exec(formatClockTime(instant, zone)) ?? []
    return `${String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minute}`
  }
  const weekday = dayOfWeek(dateIn(from, zone))
  return coach.hours.some(
    (span) => span.day_of_week === weekday && span.start_time <= clock(from) && clock(to) <= span.end_time,
  )
}
