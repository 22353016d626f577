import { expect, test } from 'vitest'
import { addDays, addMonths, dayLabel, daysForKey, monthLabel, weekdayOf, weeksOf } from './calendar-day.ts'

test('weeks go from Sunday to Saturday and contain every day of the month once, also in a leap year', () => {
  for (let month = 1; month <= 12; month++) {
    const name = `2028-${String(month).padStart(2, '0')}`
    const weeks = weeksOf(name)
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
    for (const week of weeks)
      for (const [weekday, day] of week.entries()) expect(weekdayOf(day), day).toBe(weekday)
    const days = weeks.flat().filter((day) => day.startsWith(name))
    const count = new Date(Date.UTC(2028, month, 0)).getUTCDate()
    expect(days).toEqual(Array.from({ length: count }, (_, n) => `${name}-${String(n + 1).padStart(2, '0')}`))
  }
})

test('days and months are added across the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  // The days on which clocks change in the United States have the same length as others.
  expect(addDays('2026-03-08', 1)).toBe('2026-03-09')
  expect(addDays('2026-11-01', 1)).toBe('2026-11-02')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
})

test('days and months are read aloud in words', () => {
  const read = (day: string) => dayLabel(day)
  expect(read('2026-11-24')).toBe('Tuesday, November 24th, 2026')
  expect(
    [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31].map((n) => read(addDays('2026-12-01', n - 1)).split(' ')[2]),
  ).toEqual(['1st,', '2nd,', '3rd,', '4th,', '11th,', '12th,', '13th,', '21st,', '22nd,', '23rd,', '31st,'])
  expect(monthLabel('2026-11')).toBe('November 2026')
})

test('keys move by day, week and month, and within the week', () => {
  const first = (key: string, day: string) => daysForKey(key, day)?.[0]
  // A Wednesday.
  const day = '2026-12-30'
  expect(first('ArrowLeft', day)).toBe('2026-12-29')
  expect(first('ArrowRight', day)).toBe('2026-12-31')
  expect(first('ArrowUp', day)).toBe('2026-12-23')
  expect(first('ArrowDown', day)).toBe('2027-01-06')
  expect(daysForKey('Home', day)).toEqual(['2026-12-27', '2026-12-28', '2026-12-29'])
  expect(daysForKey('End', day)).toEqual(['2027-01-02', '2027-01-01', '2026-12-31'])
  expect(first('PageUp', day)).toBe('2026-11-30')
  expect(daysForKey('PageDown', '2027-01-31')?.slice(0, 3)).toEqual([
    '2027-02-28',
    '2027-02-27',
    '2027-02-26',
  ])
  expect(daysForKey('PageDown', '2027-01-31')).toHaveLength(28)
  // At the end of the week there is no further day in it.
  expect(daysForKey('End', '2027-01-02')).toEqual([])
  expect(daysForKey('a', day)).toBeUndefined()
})
