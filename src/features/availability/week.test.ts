import { expect, test } from 'vitest'
import {
  faultsOfWeek,
  hoursAWeek,
  nextDates,
  overlapsBetweenPlaces,
  type WeekRange,
  withCopiedDay,
  withoutTime,
} from './week.ts'

const range = (day: number, from: string, to: string, more: Partial<WeekRange> = {}): WeekRange => ({
  calendarId: null,
  day,
  from,
  to,
  weekParity: null,
  ...more,
})

test('ranges of one calendar and day must not overlap; those that touch, alternate or belong to another may', () => {
  const first = range(1, '09:00', '12:00')
  const faults = (...hours: WeekRange[]) => [...faultsOfWeek([first, ...hours])]
  expect(faults(range(1, '11:30', '13:00'))).toEqual([[1, 'Overlaps 9:00 AM – 12:00 PM']])
  expect(faults(range(1, '12:00', '13:00'), range(2, '09:00', '12:00'))).toEqual([])
  expect(faults(range(1, '11:30', '13:00', { calendarId: 'a' }))).toEqual([])
  const even = range(2, '09:00', '12:00', { weekParity: 0 })
  expect(faults(even, range(2, '10:00', '13:00', { weekParity: 1 }))).toEqual([])
  expect(faults(even, range(2, '10:00', '13:00'))).toHaveLength(1)
  expect(faults(range(3, '12:00', '12:00'), range(4, '22:00', '24:00'))).toEqual([
    [1, 'Must end after it begins'],
  ])
  expect(faults(range(3, '', '12:00'))).toEqual([[1, 'Enter when it begins and ends']])
})

test('a time that is open at two places is found, and taken out of one of them', () => {
  const hours = [
    range(1, '09:00', '12:00', { calendarId: 'a' }),
    range(1, '10:00', '11:00', { calendarId: 'b' }),
    range(1, '10:00', '11:00'),
  ]
  const calendars = [
    { id: 'a', name: 'A', placeId: 'longleaf' },
    { id: 'b', name: 'B', placeId: 'fort-mill' },
  ]
  const overlap = { first: 0, second: 1, day: 1, from: '10:00', to: '11:00' }
  expect(overlapsBetweenPlaces({ hours, calendars, instantBookCalendarId: null })).toEqual([overlap])
  expect(withoutTime(hours, 0, overlap).slice(0, 2)).toEqual([
    range(1, '09:00', '10:00', { calendarId: 'a' }),
    range(1, '11:00', '12:00', { calendarId: 'a' }),
  ])
  expect(withoutTime(hours, 1, overlap)).toHaveLength(2)
})

test('a day is copied to others in place of what they had, within its calendar', () => {
  const hours = [
    range(1, '09:00', '12:00'),
    range(2, '07:00', '08:00'),
    range(2, '18:00', '19:00', { calendarId: 'a' }),
  ]
  expect(withCopiedDay(hours, { calendarId: null, day: 1, to: [1, 2, 3] })).toEqual([
    hours[0],
    hours[2],
    range(2, '09:00', '12:00'),
    range(3, '09:00', '12:00'),
  ])
})

test('every other week is told by its dates: a weekend is in one week', () => {
  expect(nextDates('2026-11-22', 6, 0, 2)).toEqual(['2026-11-28', '2026-12-12'])
  expect(nextDates('2026-11-22', 0, 0, 2)).toEqual(['2026-11-29', '2026-12-13'])
  expect(nextDates('2026-11-22', 0, 1, 2)).toEqual(['2026-11-22', '2026-12-06'])
})

test('hours a week count what overlaps once, and alternating ones half', () => {
  expect(hoursAWeek([range(1, '09:00', '12:00'), range(1, '11:00', '13:00', { calendarId: 'a' })])).toBe(4)
  expect(hoursAWeek([range(1, '09:00', '12:00', { weekParity: 1 })])).toBe(1.5)
  expect(hoursAWeek([])).toBe(0)
})
