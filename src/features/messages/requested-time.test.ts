import { expect, test } from 'vitest'
import { readRequestedTime, requestText } from './requested-time.ts'

const coach = {
  label: 'Coach Maya',
  zone: 'America/New_York',
  locations: [
    { id: '10ca0001-0000-4000-8000-000000000001', name: 'Longleaf Hollow', zone: 'America/New_York' },
    { id: '10ca0001-0000-4000-8000-000000000002', name: 'The Range', zone: 'America/New_York' },
    { id: '10ca0001-0000-4000-8000-000000000003', name: 'Nashville Range', zone: 'America/Chicago' },
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

test('a request names the time of the chosen place, also if the coach is at home in another time zone', () => {
  const time = '2026-12-04T05:30:00.000Z'
  const at = (place: string) => requestText(coach, { time, duration: 60, place })
  expect(at('10ca0001-0000-4000-8000-000000000003')).toBe(
    'Hi Coach Maya, could I book a lesson on Thursday, December 3, 2026, 11:30 PM – 12:30 AM CST (1 hour) at Nashville Range?',
  )
  expect(at('10ca0001-0000-4000-8000-000000000001')).toBe(
    'Hi Coach Maya, could I book a lesson on Friday, December 4, 2026, 12:30 – 1:30 AM EST (1 hour) at Longleaf Hollow?',
  )
})

test('without a time there is no prefilled text', () => {
  expect(readRequestedTime({ time: 'soon', duration: '60' })).toEqual({})
  expect(requestText(coach, {})).toBeNull()
})
