import { expect, test } from 'vitest'
import { readEnteredTime } from './entered-time.ts'

const newYork = { id: 'north', zone: 'America/New_York' }
const phoenix = { id: 'desert', zone: 'America/Phoenix' }

test('a lesson starts by the clock of its place, also when the calendar shows another place', () => {
  const schedule = { places: [newYork, phoenix], zone: 'America/Phoenix' }
  const startAt = (placeId: string | undefined, time = '10:00') =>
    readEnteredTime(schedule, { date: '2026-11-30', time, placeId })
  expect(startAt('desert')).toEqual({
    placeId: 'desert',
    zone: 'America/Phoenix',
    instant: Date.parse('2026-11-30T17:00:00Z'),
  })
  expect(startAt('north').instant).toBe(Date.parse('2026-11-30T15:00:00Z'))
  // A single place is not chosen. Some browsers add seconds.
  expect(startAt(undefined, '10:00:00')).toEqual(startAt('north'))
})

test('a coach without a place has a clock, too', () => {
  const found = readEnteredTime(
    { places: [], zone: 'America/Phoenix' },
    { date: '2026-11-30', time: '10:00' },
  )
  expect(found).toEqual({
    placeId: undefined,
    zone: 'America/Phoenix',
    instant: Date.parse('2026-11-30T17:00:00Z'),
  })
})
