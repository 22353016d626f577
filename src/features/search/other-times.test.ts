import { expect, test } from 'vitest'
import { listOtherTimes } from './other-times.ts'
import type { OpenDay } from './schema.ts'

/** Friday. */
const today = '2026-12-04'
const openDays: OpenDay[] = [
  { date: '2026-12-05', parts: ['afternoon', 'evening'] },
  { date: '2026-12-07', parts: ['morning'] },
  { date: '2026-12-12', parts: ['morning', 'afternoon'] },
]
const offered = (asked: string, days = openDays) => listOtherTimes(asked, days, today).map(({ when }) => when)

test('the other parts of the day that was asked for come first, then the same part of other days', () => {
  expect(offered('tomorrow.morning')).toEqual([
    '2026-12-05.afternoon',
    '2026-12-05.evening',
    '2026-12-07.morning',
    '2026-12-12.morning',
  ])
})

test('a day without openings leads to the first days that have some', () => {
  expect(offered('2026-12-06')).toEqual(['2026-12-05', '2026-12-07', '2026-12-12'])
  expect(listOtherTimes('sun', openDays, today)[0]?.label).toBe('Saturday, December 5')
})

test('when nobody has the part of the day, whole days are offered', () => {
  expect(offered('morning', openDays.slice(0, 1))).toEqual(['2026-12-05'])
  expect(offered('morning', [])).toEqual([])
})
