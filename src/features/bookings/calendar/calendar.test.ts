import { describe, expect, test } from 'vitest'
import { calendarOptions } from '../add-to-calendar.ts'
import type { Lesson } from '../schema.ts'
import { calendarFile } from './calendar.ts'

const lesson: Lesson = {
  note: null,
  answers: [],
  golfer: null,
  series: null,
  seat: null,
  id: '5b0c1a2e-0000-4000-8000-000000000001',
  coach: {
    id: 'c0ac0001-0000-4000-8000-000000000001',
    label: 'Coach Maya',
    name: 'Maya Bennett',
    imageUrl: null,
  },
  student: { id: '57de0001-0000-4000-8000-000000000001', name: 'Sam Rivera' },
  start: '2026-11-26T14:30:00.000Z',
  durationMinutes: 90,
  zone: 'America/New_York',
  priceCents: 12_750,
  title: '90-minute Lesson',
  lessonType: 'individual',
  status: 'confirmed',
  paymentStatus: 'completed',
  cancelReason: null,
  holdExpiresAt: null,
  checkoutUrl: null,
  location: { id: null, name: 'Cedar Hollow Golf; East, Bay 4', address: '12 Fairway Rd\nCharlotte, NC' },
  terms: { policy: 'standard', text: '', deadlines: [] },
  movedByCoach: false,
  weather: null,
  noShow: false,
  changeNumber: 0,
  moveNumber: 0,
  isPaidElsewhere: false,
  isDemo: false,
  isInvitation: false,
}
const options = {
  as: 'student' as const,
  now: Date.UTC(2026, 10, 21, 1, 2, 3),
  appUrl: 'https://greenside.test',
  organizer: 'hello@greenside.test',
}
const unfold = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

describe('the calendar file of a lesson', () => {
  test('gives times in UTC, so that a calendar does not need the course’s time zone', () => {
    const lines = unfold(calendarFile(lesson, options))
    expect(lines).toContain('DTSTART:20261126T143000Z')
    expect(lines).toContain('DTEND:20261126T160000Z')
    expect(lines).toContain('DTSTAMP:20261121T010203Z')
  })

  test('keeps its UID when generated again, so that adding it twice gives one entry', () => {
    const uid = (file: string) => unfold(file).find((line) => line.startsWith('UID:'))
    const later = calendarFile(
      { ...lesson, start: '2026-11-27T14:30:00.000Z' },
      { ...options, now: options.now + 1e9 },
    )
    expect(uid(calendarFile(lesson, options))).toBe(`UID:${lesson.id}@greenside`)
    expect(uid(later)).toBe(uid(calendarFile(lesson, options)))
  })

  test('escapes user text; a line break in an address starts no new property', () => {
    const lines = unfold(calendarFile(lesson, options))
    expect(lines).toContain('LOCATION:Cedar Hollow Golf\\; East\\, Bay 4\\, 12 Fairway Rd\\nCharlotte\\, NC')
    const names = lines.filter(Boolean).map((line) => /^[A-Z]+(?=:)/.exec(line)?.[0])
    expect(names).not.toContain(undefined)
  })

  test('folds lines at 75 octets without splitting characters', () => {
    const long = { ...lesson, location: { id: null, name: 'Große Düne ⛳ '.repeat(20), address: null } }
    const file = calendarFile(long, options)
    for (const line of file.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(unfold(file)).toContain(`LOCATION:${'Große Düne ⛳ '.repeat(20)}`)
  })

  test('names the other person: the coach for the student, the student for the coach', () => {
    expect(calendarFile(lesson, options)).toContain('SUMMARY:Golf lesson with Coach Maya\r\n')
    expect(calendarFile(lesson, { ...options, as: 'coach' })).toContain(
      'SUMMARY:Golf lesson with Sam Rivera\r\n',
    )
  })

  test('removes a canceled lesson from the calendar it was added to', () => {
    const lines = unfold(calendarFile({ ...lesson, status: 'cancelled', changeNumber: 1 }, options))
    expect(lines).toContain('STATUS:CANCELLED')
    expect(lines).toContain('SEQUENCE:1')
  })

  test('says that a lesson is called off, leaves its time free and rings no alarm', () => {
    const at = '2026-11-25T12:00:00.000Z'
    const calledOff = { ...lesson, weather: { since: at, calledOffAt: at } }
    const lines = unfold(calendarFile(calledOff, options))
    expect(lines).toEqual(
      expect.arrayContaining([
        'STATUS:TENTATIVE',
        'TRANSP:TRANSPARENT',
        'SUMMARY:Called off: Golf lesson with Coach Maya',
        'METHOD:PUBLISH',
      ]),
    )
    expect(lines).not.toContain('BEGIN:VALARM')
    const forecast = unfold(calendarFile({ ...lesson, weather: { since: at, calledOffAt: null } }, options))
    expect(forecast).toEqual(expect.arrayContaining(['STATUS:CONFIRMED', 'TRANSP:OPAQUE', 'BEGIN:VALARM']))
    expect(unfold(calendarFile({ ...calledOff, status: 'cancelled' }, options))).toEqual(
      expect.arrayContaining(['STATUS:CANCELLED', 'SUMMARY:Cancelled: Golf lesson with Coach Maya']),
    )
  })

  test('says on each date of a camp when it is; web calendars take one event, so they have no link to it', () => {
    const date = (day: number) => ({
      start: `2026-11-${day}T18:00:00.000Z`,
      end: `2026-11-${day}T19:30:00.000Z`,
    })
    const seat = (...dates: ReturnType<typeof date>[]) => ({
      ...lesson,
      start: '2026-11-26T18:00:00.000Z',
      seat: { clinicId: '5b0c1a2e-0000-4000-8000-000000000002', dates },
    })
    const camp = seat(date(26), date(27))
    const descriptions = unfold(calendarFile(camp, options)).filter((line) => line.startsWith('DESCRIPTION'))
    const times = descriptions.flatMap((line) => /[A-Z][a-z]+day\\, .*?EST/.exec(line)?.[0] ?? [])
    expect(times).toEqual([
      'Thursday\\, November 26\\, 2026\\, 1:00 – 2:30 PM EST',
      'Friday\\, November 27\\, 2026\\, 1:00 – 2:30 PM EST',
    ])
    expect(calendarOptions(camp, options)).toEqual([])
    expect(calendarOptions(seat(date(26)), options)).toHaveLength(3)
  })
})
