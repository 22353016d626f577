import { describe, expect, test } from 'vitest'
import { epochDay } from '#platform/time.ts'
import { isWhen } from './search.ts'
import { asksFor, isInParts, nextSaturday, readWhen, writeWhen } from './when.ts'

/** Wednesday. */
const wednesday = '2026-12-02'

describe('days and parts of the day in an address', () => {
  test.each([
    ['today', true],
    ['sat.sun.morning', true],
    ['2026-12-05.2026-12-06', true],
    ['evening', true],
    ['', false],
    ['sat.', false],
    ['satsun', false],
    ['someday', false],
    ['sat,sun', false],
    [Array.from({ length: 41 }, () => 'sat').join('.'), false],
  ])('%s', (text, isValid) => {
    expect(isWhen(text)).toBe(isValid)
  })

  test('are read without duplicates and written again', () => {
    const when = readWhen('sun.morning.sat.sun')
    expect(when).toEqual({ days: ['sun', 'sat'], parts: ['morning'] })
    expect(writeWhen(when)).toBe('sun.sat.morning')
    expect(writeWhen(readWhen('nonsense'))).toBeUndefined()
  })
})

describe('a date is asked for', () => {
  const dates = (text: string, today = wednesday) => {
    const first = epochDay(today)
    const isAsked = asksFor(readWhen(text), first)
    return Array.from({ length: 10 }, (_, days) => first + days)
      .filter(isAsked)
      .map((day) => new Date(day * 86_400_000).toISOString().slice(5, 10))
  }

  test('by its name, its weekday or itself', () => {
    expect(dates('today')).toEqual(['12-02'])
    expect(dates('tomorrow')).toEqual(['12-03'])
    expect(dates('wed.fri')).toEqual(['12-02', '12-04', '12-09', '12-11'])
    expect(dates('2026-12-07.2026-12-31')).toEqual(['12-07'])
    expect(dates('morning')).toHaveLength(10)
  })

  test('by the weekend: the coming one, or the rest of the current one', () => {
    expect(dates('weekend')).toEqual(['12-05', '12-06'])
    expect(dates('weekend', '2026-12-05')).toEqual(['12-05', '12-06'])
    expect(dates('weekend', '2026-12-06')).toEqual(['12-06'])
    expect(nextSaturday(epochDay('2026-12-07'))).toBe(epochDay('2026-12-12'))
  })
})

test('a part of the day begins at its first minute and ends before the next one', () => {
  const at = (text: string, hour: number, minute = 0) => isInParts(readWhen(text), hour * 60 + minute)
  expect([at('morning', 5, 59), at('morning', 6), at('morning', 11, 59), at('morning', 12)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(at('morning.evening', 12)).toBe(false)
  expect(at('morning.evening', 21, 45)).toBe(true)
  expect(at('sat', 3)).toBe(true)
})
