import { expect, test } from 'vitest'
import {
  faultsOfWeek,
  hoursAWeek,
  isSameWeek,
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

test('a time that is open at two places is found and removed from one of them', () => {
  const hours = [
    range(1, '09:00', '12:00', { calendarId: 'a' }),
    range(1, '10:00', '11:00', { calendarId: 'b' }),
    range(1, '10:00', '11:00'),
  ]
  const calendars = [
    { id: 'a', name: 'A', placeId: 'longleaf' },
    { id: 'b', name: 'B', placeId: 'fort-mill' },
  ]
  const overlap = { day: 1, from: '10:00', to: '11:00' }
  const zones = new Map([
    ['longleaf', 'America/New_York'],
    ['fort-mill', 'America/New_York'],
  ])
  const week = { hours, calendars, instantBookCalendarId: null }
  expect(overlapsBetweenPlaces(week, zones, '2026-11-22')).toEqual([
    { first: 0, second: 1, ofFirst: overlap, ofSecond: overlap },
  ])
  expect(withoutTime(hours, 0, overlap).slice(0, 2)).toEqual([
    range(1, '09:00', '10:00', { calendarId: 'a' }),
    range(1, '11:00', '12:00', { calendarId: 'a' }),
  ])
  expect(withoutTime(hours, 1, overlap)).toHaveLength(2)
})

test('places in different zones overlap when their times are the same moment', () => {
  const zones = new Map([
    ['phoenix', 'America/Phoenix'],
    ['needles', 'America/Los_Angeles'],
    ['honolulu', 'Pacific/Honolulu'],
    ['new-york', 'America/New_York'],
  ])
  const overlaps = (one: WeekRange, here: string, other: WeekRange, there: string) =>
    overlapsBetweenPlaces(
      {
        hours: [
          { ...one, calendarId: 'a' },
          { ...other, calendarId: 'b' },
        ],
        calendars: [
          { id: 'a', name: 'A', placeId: here },
          { id: 'b', name: 'B', placeId: there },
        ],
        instantBookCalendarId: null,
      },
      zones,
      '2026-11-22',
    ).map(({ ofFirst, ofSecond }) => [ofFirst, ofSecond])
  // In winter Phoenix is an hour ahead of Needles; in summer their clocks agree.
  expect(overlaps(range(1, '09:00', '12:00'), 'phoenix', range(1, '08:00', '09:00'), 'needles')).toEqual([
    [
      { day: 1, from: '09:00', to: '10:00' },
      { day: 1, from: '08:00', to: '09:00' },
    ],
  ])
  expect(overlaps(range(1, '09:00', '12:00'), 'phoenix', range(1, '07:00', '08:00'), 'needles')).toEqual([])
  expect(overlaps(range(1, '09:00', '10:00'), 'new-york', range(1, '09:00', '10:00'), 'phoenix')).toEqual([])
  // Monday after midnight in New York is Sunday evening in Honolulu, in the previous week.
  const night = range(1, '00:00', '02:00', { weekParity: 1 })
  const evening = (weekParity: 0 | 1) => range(0, '20:00', '21:00', { weekParity })
  expect(overlaps(night, 'new-york', evening(0), 'honolulu')).toEqual([
    [
      { day: 1, from: '01:00', to: '02:00' },
      { day: 0, from: '20:00', to: '21:00' },
    ],
  ])
  expect(overlaps(night, 'new-york', evening(1), 'honolulu')).toEqual([])
})

test('a day copied to others replaces what they had within its calendar', () => {
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

test('every other week is determined by date: a weekend is in one week', () => {
  expect(nextDates('2026-11-22', 6, 0, 2)).toEqual(['2026-11-28', '2026-12-12'])
  expect(nextDates('2026-11-22', 0, 0, 2)).toEqual(['2026-11-29', '2026-12-13'])
  expect(nextDates('2026-11-22', 0, 1, 2)).toEqual(['2026-11-22', '2026-12-06'])
})

test('weekly hours count overlaps once, and alternating ones half', () => {
  expect(hoursAWeek([range(1, '09:00', '12:00'), range(1, '11:00', '13:00', { calendarId: 'a' })])).toBe(4)
  expect(hoursAWeek([range(1, '09:00', '12:00', { weekParity: 1 })])).toBe(1.5)
  expect(hoursAWeek([])).toBe(0)
})

test('two weeks are the same in any order of their hours, and differ in any of their contents', () => {
  const hours = [range(1, '09:00', '12:00'), range(2, '09:00', '12:00', { calendarId: 'a' })]
  const calendars = [{ id: 'a', name: 'Evenings', placeId: null }]
  const week = { calendars, instantBookCalendarId: null, hours, ownHoursPlaceIds: ['p', 'q'] }
  expect(isSameWeek({ ...week, hours: hours.toReversed(), ownHoursPlaceIds: ['q', 'p'] }, week)).toBe(true)
  expect(isSameWeek({ ...week, ownHoursPlaceIds: undefined }, week)).toBe(true)
  for (const other of [
    { ...week, hours: hours.slice(1) },
    { ...week, hours: [range(1, '09:00', '12:15'), ...hours.slice(1)] },
    { ...week, calendars: [{ id: 'a', name: 'Evenings', placeId: 'p' }] },
    { ...week, instantBookCalendarId: 'a' },
    { ...week, ownHoursPlaceIds: [] },
  ])
    expect(isSameWeek(other, week)).toBe(false)
})
