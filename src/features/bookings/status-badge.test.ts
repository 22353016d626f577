import { describe, expect, test } from 'vitest'
import { bookingNumber, bookingStatuses, statusBadge } from './booking.ts'

describe('the badge of a status [row 94]', () => {
  test.each([
    ['confirmed', 'green', 'Confirmed'],
    ['accepted', 'green', 'Accepted'],
    ['scheduled', 'green', 'Scheduled'],
    ['pending', 'yellow', 'Pending'],
    ['completed', 'blue', 'Completed'],
    ['cancelled', 'red', 'Cancelled'],
  ])('%s is %s and says %s', (status, tone, label) => {
    expect(statusBadge(status)).toEqual({ tone, label })
  })

  test('has a colour for every status a booking can have', () => {
    for (const status of bookingStatuses) expect(statusBadge(status).tone).not.toBe('neutral')
  })

  test('shows a status nobody mapped in words and without a colour', () => {
    expect(statusBadge('on_hold')).toEqual({ tone: 'neutral', label: 'on hold' })
  })
})

test('a booking number is short, and the same for the same booking', () => {
  expect(bookingNumber('5b0c1a2e-0000-4000-8000-000000000001')).toBe('GS-5B0C1A2E')
})
