import { expect, test } from 'vitest'
import { sessionDay } from './session-day.ts'

const today = '2026-11-30'

test('choosing the column with the date sets the day of the session', () => {
  expect(sessionDay(today, { before: null, now: '2026-11-24', today })).toBe('2026-11-24')
  expect(sessionDay('2026-11-29', { before: '2026-11-29', now: '2026-11-24', today })).toBe('2026-11-24')
})

test('a file without a date was hit today', () => {
  expect(sessionDay('2026-11-29', { before: '2026-11-29', now: null, today })).toBe(today)
})

test('the day that was entered stays when another column is chosen', () => {
  expect(sessionDay('2026-11-20', { before: null, now: null, today })).toBe('2026-11-20')
  expect(sessionDay('2026-11-20', { before: '2026-11-29', now: '2026-11-29', today })).toBe('2026-11-20')
})
