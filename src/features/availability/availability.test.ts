import { describe, expect, test } from 'vitest'
import { formatClockTime, formatMoment } from '#platform/time.ts'
import { everyDay, scheduleRules } from '#tests/support/schedule-rules.ts'
import {
  bookableRange,
  findFirstBookableDate,
  findFirstSlot,
  isDateDisabled,
  isSlotOpen,
  listSlots,
  type ScheduleRules,
} from './availability.ts'

/** Thursday, noon in New York. */
const now = Date.parse('2026-10-15T12:00:00-04:00')
const monday = '2026-10-19'
const at = (text: string) => Date.parse(text)
const lesson = (start: string, minutes = 60) => ({ start: at(start), end: at(start) + minutes * 60_000 })

/** The wall-clock times at which lessons may start on a date. */
function startsOn(date: string, rules: ScheduleRules, durationMinutes = 60, present = now): string[] {
  const days = listSlots(rules, { from: date, to: date, durationMinutes, now: present })
  return days.flatMap((day) => day.slots.map((slot) => formatClockTime(slot.start, rules.zone)))
}

describe('the grid of a day', () => {
  test('starts where the hours start, not on the full hour', () => {
    const rules = scheduleRules({ windows: everyDay(9 * 60 + 10, 12 * 60) })
    expect(startsOn(monday, rules)).toEqual(['9:10 AM', '9:40 AM', '10:10 AM', '10:40 AM'])
  })

  test('follows the coach’s step [row 59]', () => {
    const hours = { windows: everyDay(9 * 60, 11 * 60) }
    expect(startsOn(monday, scheduleRules({ ...hours, stepMinutes: 60 }))).toEqual(['9:00 AM', '10:00 AM'])
    expect(startsOn(monday, scheduleRules({ ...hours, stepMinutes: 15 }))).toHaveLength(5)
  })

  test('offers a lesson only where its exact duration fits [rows 54, 58]', () => {
    const rules = scheduleRules({ windows: everyDay(9 * 60, 10 * 60 + 30) })
    expect(startsOn(monday, rules, 60)).toEqual(['9:00 AM', '9:30 AM'])
    expect(startsOn(monday, rules, 90)).toEqual(['9:00 AM'])
    expect(startsOn(monday, rules, 120)).toEqual([])
  })

  test('merges hours that touch or overlap, and counts from the earliest start', () => {
    const windows = [
      { dayOfWeek: 1, startMinute: 10 * 60, endMinute: 11 * 60 },
      { dayOfWeek: 1, startMinute: 9 * 60 + 15, endMinute: 10 * 60 },
    ]
    expect(startsOn(monday, scheduleRules({ windows }), 90)).toEqual(['9:15 AM'])
  })

  test('gives hours separated by a break their own grids', () => {
    const windows = [
      { dayOfWeek: 1, startMinute: 9 * 60, endMinute: 10 * 60 },
      { dayOfWeek: 1, startMinute: 10 * 60 + 20, endMinute: 11 * 60 + 20 },
    ]
    expect(startsOn(monday, scheduleRules({ windows }))).toEqual(['9:00 AM', '10:20 AM'])
  })

  test('may end at midnight, and never runs into the next day', () => {
    const rules = scheduleRules({ windows: [...everyDay(22 * 60, 24 * 60), ...everyDay(0, 60)] })
    expect(startsOn(monday, rules)).toEqual(['12:00 AM', '10:00 PM', '10:30 PM', '11:00 PM'])
  })

  test('is empty on a weekday without hours', () => {
    const sundays = scheduleRules({ windows: [{ dayOfWeek: 0, startMinute: 540, endMinute: 720 }] })
    expect(startsOn(monday, sundays)).toEqual([])
    expect(startsOn('2026-10-18', sundays)).toHaveLength(5)
  })
})

describe('occupied time', () => {
  const morning = { windows: everyDay(9 * 60, 12 * 60) }

  test('a lesson blocks every start that would overlap it, and none that only touches it [rows 58, 61]', () => {
    const rules = scheduleRules({ ...morning, busy: [lesson('2026-10-19T10:00:00-04:00')] })
    expect(startsOn(monday, rules)).toEqual(['9:00 AM', '11:00 AM'])
  })

  test('the buffer is kept free on both sides of a lesson', () => {
    const rules = scheduleRules({
      ...morning,
      windows: everyDay(8 * 60, 13 * 60),
      bufferMinutes: 15,
      busy: [lesson('2026-10-19T10:00:00-04:00')],
    })
    expect(startsOn(monday, rules)).toEqual(['8:00 AM', '8:30 AM', '11:30 AM', '12:00 PM'])
  })

  test('a block without times covers the whole date, one with times its part [row 60]', () => {
    const whole = [{ date: monday, startMinute: null, endMinute: null }]
    const part = [{ date: monday, startMinute: 10 * 60, endMinute: 11 * 60 }]
    expect(startsOn(monday, scheduleRules({ ...morning, blocks: whole }))).toEqual([])
    expect(startsOn(monday, scheduleRules({ ...morning, blocks: part }))).toEqual(['9:00 AM', '11:00 AM'])
    expect(startsOn('2026-10-20', scheduleRules({ ...morning, blocks: whole }))).toHaveLength(5)
  })

  test('a block is not a lesson: it has no buffer around it', () => {
    const blocks = [{ date: monday, startMinute: 10 * 60, endMinute: 11 * 60 }]
    expect(startsOn(monday, scheduleRules({ ...morning, blocks, bufferMinutes: 30 }))).toEqual([
      '9:00 AM',
      '11:00 AM',
    ])
  })
})

describe('notice and booking window', () => {
  test('a lesson starts no sooner than now plus the notice, to the millisecond [row 57]', () => {
    expect(startsOn('2026-10-16', scheduleRules())[0]).toBe('12:00 PM')
    expect(startsOn('2026-10-16', scheduleRules(), 60, now + 1)[0]).toBe('12:30 PM')
  })

  test('the notice counts elapsed hours across a clock change', () => {
    const dayBefore = at('2026-10-31T12:00:00-04:00')
    const rules = scheduleRules({ windows: everyDay(10 * 60, 14 * 60) })
    expect(startsOn('2026-11-01', rules, 60, dayBefore)[0]).toBe('11:00 AM')
  })

  test('the last bookable date is windowDays after today in the coach’s zone, whatever the date is elsewhere', () => {
    const rules = scheduleRules({ zone: 'Pacific/Honolulu', windowDays: 3 })
    const evening = at('2026-10-15T22:00:00-10:00')
    expect(startsOn('2026-10-18', rules, 60, evening)).not.toEqual([])
    expect(startsOn('2026-10-19', rules, 60, evening)).toEqual([])
  })

  test('a date is disabled only if all of it is too soon', () => {
    const range = bookableRange(scheduleRules({ windowDays: 10 }), now)
    expect(range).toEqual({ today: '2026-10-15', first: '2026-10-16', last: '2026-10-25', disabled: [] })
    expect(isDateDisabled(range, '2026-10-15')).toBe(true)
    expect(isDateDisabled(range, '2026-10-16')).toBe(false)
    expect(isDateDisabled(range, '2026-10-25')).toBe(false)
    expect(isDateDisabled(range, '2026-10-26')).toBe(true)
  })

  test('a notice that ends exactly at midnight leaves the next date whole', () => {
    const midnight = at('2026-10-15T00:00:00-04:00')
    expect(bookableRange(scheduleRules(), midnight).first).toBe('2026-10-16')
    expect(bookableRange(scheduleRules(), midnight - 1).first).toBe('2026-10-15')
  })

  test('a fully blocked date is disabled, even in pieces; a partly blocked one is not [row 57]', () => {
    const blocks = [
      { date: '2026-10-22', startMinute: 720, endMinute: 1440 },
      { date: '2026-10-22', startMinute: 0, endMinute: 720 },
      { date: '2026-10-20', startMinute: null, endMinute: null },
      { date: '2026-10-21', startMinute: 0, endMinute: 720 },
      { date: '2027-01-01', startMinute: null, endMinute: null },
    ]
    expect(bookableRange(scheduleRules({ blocks }), now).disabled).toEqual(['2026-10-20', '2026-10-22'])
  })

  test('a notice longer than the window leaves no bookable date', () => {
    const range = bookableRange(scheduleRules({ noticeHours: 72, windowDays: 2 }), now)
    expect(range.first > range.last).toBe(true)
    expect(isDateDisabled(range, '2026-10-17')).toBe(true)
    expect(isDateDisabled(range, '2026-10-18')).toBe(true)
  })
})

describe('the first bookable date', () => {
  test('is the first with an open time, after dates that are full, blocked or without hours [row 56]', () => {
    const rules = scheduleRules({
      windows: everyDay(9 * 60, 10 * 60).filter((window) => window.dayOfWeek !== 6),
      busy: [lesson('2026-10-19T09:00:00-04:00')],
      blocks: [{ date: '2026-10-18', startMinute: null, endMinute: null }],
    })
    expect(findFirstBookableDate(rules, { durationMinutes: 60, now })).toBe('2026-10-20')
    expect(findFirstSlot(rules, { durationMinutes: 60, now })?.start).toBe(at('2026-10-20T09:00:00-04:00'))
  })

  test('is null when nothing is open in the whole window [row 56]', () => {
    expect(findFirstBookableDate(scheduleRules({ windows: [] }), { durationMinutes: 60, now })).toBeNull()
    expect(findFirstBookableDate(scheduleRules(), { durationMinutes: 8 * 60 + 1, now })).toBeNull()
  })
})

describe('rechecking at booking', () => {
  const rules = scheduleRules({ busy: [lesson('2026-10-19T10:00:00-04:00')] })
  const open = (start: string, minutes = 60, present = now) => isSlotOpen(rules, at(start), minutes, present)

  test('an offered time is open', () => {
    expect(open('2026-10-19T09:00:00-04:00')).toBe(true)
  })

  test.each([
    ['taken', '2026-10-19T10:00:00-04:00'],
    ['off the grid', '2026-10-19T11:10:00-04:00'],
    ['a millisecond off the grid', '2026-10-19T11:00:00.001-04:00'],
    ['outside the hours', '2026-10-19T08:00:00-04:00'],
    ['past', '2026-10-14T11:00:00-04:00'],
    ['beyond the window', '2026-11-15T11:00:00-05:00'],
  ])('a time that is %s is not', (_, start) => {
    expect(open(start)).toBe(false)
  })

  test('a time that was open no longer is once the notice passes it', () => {
    expect(open('2026-10-16T12:00:00-04:00', 60, now)).toBe(true)
    expect(open('2026-10-16T12:00:00-04:00', 60, now + 1)).toBe(false)
  })
})

describe('on clock changes', () => {
  const night = scheduleRules({
    windows: everyDay(0, 4 * 60),
    stepMinutes: 60,
    windowDays: 365,
    noticeHours: 0,
  })
  const moments = (date: string, rules: ScheduleRules, durationMinutes = 60) =>
    listSlots(rules, { from: date, to: date, durationMinutes, now })[0]?.slots.map((slot) =>
      [slot.start, slot.end]
        .map((instant) => formatMoment(instant, rules.zone).split(', ').at(-1))
        .join(' to '),
    )

  test('in spring the skipped hour has no slot, and a lesson across it keeps its real duration', () => {
    expect(moments('2027-03-14', night)).toEqual([
      '12:00 AM EST to 1:00 AM EST',
      '1:00 AM EST to 3:00 AM EDT',
      '3:00 AM EDT to 4:00 AM EDT',
    ])
    expect(moments('2027-03-14', night, 120)).toEqual([
      '12:00 AM EST to 3:00 AM EDT',
      '1:00 AM EST to 4:00 AM EDT',
    ])
  })

  test('in fall the repeated hour is offered once, the first time', () => {
    expect(moments('2026-11-01', night)).toEqual([
      '12:00 AM EDT to 1:00 AM EDT',
      '1:00 AM EDT to 1:00 AM EST',
      '2:00 AM EST to 3:00 AM EST',
      '3:00 AM EST to 4:00 AM EST',
    ])
  })

  test('hours that end inside the repeated hour end the first time', () => {
    const rules = { ...night, windows: everyDay(0, 90), stepMinutes: 30 as const }
    expect(moments('2026-11-01', rules, 90)).toEqual(['12:00 AM EDT to 1:30 AM EDT'])
  })

  test('a block in the repeated hour blocks it both times', () => {
    const rules = { ...night, blocks: [{ date: '2026-11-01', startMinute: 60, endMinute: 120 }] }
    expect(moments('2026-11-01', rules)).toEqual([
      '12:00 AM EDT to 1:00 AM EDT',
      '2:00 AM EST to 3:00 AM EST',
      '3:00 AM EST to 4:00 AM EST',
    ])
  })

  test('daytime hours keep the same clock times on both sides of the change', () => {
    const days = listSlots(scheduleRules({ windowDays: 60 }), {
      from: '2026-10-30',
      to: '2026-11-03',
      durationMinutes: 60,
      now,
    })
    const wall = days.map((day) =>
      day.slots.map((slot) => formatClockTime(slot.start, 'America/New_York')).join(),
    )
    expect(new Set(wall).size).toBe(1)
    expect(days.every((day) => day.slots.length === 15)).toBe(true)
  })

  test('zones that change at midnight or by half an hour work too', () => {
    const havana = { ...night, zone: 'America/Havana', windows: everyDay(0, 3 * 60) }
    expect(startsOn('2027-03-14', havana)).toEqual(['1:00 AM', '2:00 AM'])
    const lordHowe = { ...night, zone: 'Australia/Lord_Howe', stepMinutes: 30 as const }
    expect(startsOn('2027-04-04', lordHowe)).toEqual([
      '12:00 AM',
      '12:30 AM',
      '1:00 AM',
      '1:30 AM',
      '2:00 AM',
      '2:30 AM',
      '3:00 AM',
    ])
  })
})

test('a request for more than 400 dates is refused', () => {
  const years = { from: '2026-01-01', to: '2030-01-01', durationMinutes: 60, now }
  expect(() => listSlots(scheduleRules(), years)).toThrow(RangeError)
})

describe('exceptions to weekly hours', () => {
  const sunday = '2026-10-18'
  const weekdays = everyDay(9 * 60, 12 * 60).filter(({ dayOfWeek }) => dayOfWeek !== 0)
  const opening = (date: string, from: number, to: number, act = 1) => ({
    date,
    startMinute: from * 60,
    endMinute: to * 60,
    act,
  })
  const away = (date: string, act: number) => ({ date, startMinute: null, endMinute: null, act })

  test('a Sunday opened from 9 to 11 has exactly those times, and no other Sunday has any', () => {
    const rules = scheduleRules({ windows: weekdays, openings: [opening(sunday, 9, 11)] })
    expect(startsOn(sunday, rules)).toEqual(['9:00 AM', '9:30 AM', '10:00 AM'])
    expect(startsOn('2026-10-25', rules)).toEqual([])
    expect(bookableRange(rules, now).disabled).toEqual([])
  })

  test('a time that touches the day’s hours extends them', () => {
    const rules = scheduleRules({ windows: weekdays, openings: [opening(monday, 12, 13)] })
    expect(startsOn(monday, rules, 120)).toEqual(['9:00 AM', '9:30 AM', '10:00 AM', '10:30 AM', '11:00 AM'])
  })

  test('later changes win: a time opened on a day off is open, a day blocked afterwards is not', () => {
    const openings = [{ date: monday, startMinute: 10 * 60 + 10, endMinute: 11 * 60 + 40, act: 2 }]
    const opened = scheduleRules({ windows: weekdays, blocks: [away(monday, 1)], openings })
    expect(startsOn(monday, opened)).toEqual(['10:10 AM', '10:40 AM'])
    expect(bookableRange(opened, now).disabled).toEqual([])
    const blocked = scheduleRules({ windows: weekdays, blocks: [away(monday, 3)], openings })
    expect(startsOn(monday, blocked)).toEqual([])
    expect(bookableRange(blocked, now).disabled).toEqual([monday])
  })

  test('every other week: Saturday and Sunday of one weekend belong together', () => {
    const weekend = [6, 0].map((dayOfWeek) => ({
      dayOfWeek,
      startMinute: 540,
      endMinute: 600,
      weekParity: 1 as const,
    }))
    const rules = scheduleRules({ windows: weekend })
    const open = listSlots(rules, { from: '2026-10-17', to: '2026-11-14', durationMinutes: 60, now })
    expect(open.filter(({ slots }) => slots.length > 0).map(({ date }) => date)).toEqual(
      everyOtherWeekend('2026-10-17'),
    )
  })
})

/** Weekend dates of every other week within the booking window, starting with the odd week. */
function everyOtherWeekend(saturday: string): string[] {
  const monday = Temporal.PlainDate.from(saturday).subtract({ days: 5 })
  const weeks = Temporal.PlainDate.from('1970-01-05').until(monday, { largestUnit: 'weeks' }).weeks
  const first = Temporal.PlainDate.from(saturday).add({ weeks: weeks % 2 === 1 ? 0 : 1 })
  return [0, 2]
    .flatMap((after) => [first.add({ weeks: after }), first.add({ weeks: after, days: 1 })])
    .map(String)
    .filter((date) => date <= '2026-11-14')
}
