import { describe, expect, test } from 'vitest'
import { bookingNumber, bookingStatuses, statusBadge } from './booking.ts'

describe('the status badge [row 94]', () => {
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

  test('has a color for every booking status', () => {
    for (const status of bookingStatuses) expect(statusBadge(status).tone).not.toBe('neutral')
  })

  test('shows an unknown status as text without a color', () => {
    expect(statusBadge('on_hold')).toEqual({ tone: 'neutral', label: 'on hold' })
  })
})

test('a booking number is short, and stable for the same booking', () => {
  expect(bookingNumber('5b0c1a2e-0000-4000-8000-000000000001')).toBe('GS-5B0C1A2E')
})
