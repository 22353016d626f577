import { expect, test } from 'vitest'
import { readRequestedTime, requestText } from './requested-time.ts'

const coach = {
  label: 'Coach Maya',
  zone: 'America/New_York',
  locations: [
    { id: '10ca0001-0000-4000-8000-000000000001', name: 'Longleaf Hollow' },
    { id: '10ca0001-0000-4000-8000-000000000002', name: 'The Range' },
  ],
}

test('a request has day, time, length and place', () => {
  const asked = readRequestedTime({
    time: '2026-11-26T14:30:00.000Z',
    duration: '90',
    place: '10ca0001-0000-4000-8000-000000000002',
  })
  expect(requestText(coach, asked)).toBe(
    'Hi Coach Maya, could I book a lesson on Thursday, November 26, 2026, 9:30 – 11:00 AM EST (1.5 hours) at The Range?',
  )
})

test('without a time there is no prefilled text', () => {
  expect(readRequestedTime({ time: 'soon', duration: '60' })).toEqual({})
  expect(requestText(coach, {})).toBeNull()
})
