import { describe, expect, test } from 'vitest'
import { scheduleRules } from '#tests/support/schedule-rules.ts'
import { listSlots } from './availability.ts'
import { daySlotsSchema, listSlotsSchema, presentDays } from './schema.ts'

const instructorId = '3f0a3c8e-52a1-4c5e-9a53-1c6b1a8f2f11'

describe('a slots request', () => {
  test('requires a coach; the duration defaults to an hour, also in a URL', () => {
    expect(listSlotsSchema.parse({ instructorId })).toEqual({ instructorId, durationMinutes: 60 })
    expect(listSlotsSchema.parse({ instructorId, durationMinutes: '90' }).durationMinutes).toBe(90)
    expect(listSlotsSchema.safeParse({}).success).toBe(false)
  })

  test('covers at most 62 days, in order', () => {
    const accepts = (from: string, to: string) =>
      listSlotsSchema.safeParse({ instructorId, from, to }).success
    expect(accepts('2026-10-01', '2026-12-02')).toBe(true)
    expect(accepts('2026-10-01', '2026-12-03')).toBe(false)
    expect(accepts('2026-10-02', '2026-10-01')).toBe(false)
  })

  test.each([
    { instructorId: 'coach-1' },
    { instructorId, from: '2026-02-27', to: '2026-02-30' },
    { instructorId, from: '11/26/2026', to: '11/27/2026' },
    { instructorId, from: '1970-01-01' },
    { instructorId, to: '2099-01-01' },
    { instructorId, durationMinutes: 14 },
    { instructorId, durationMinutes: 481 },
    { instructorId, durationMinutes: 60.5 },
    { instructorId, durationMinutes: 'an hour' },
  ])('refuses %j', (input) => {
    expect(listSlotsSchema.safeParse(input).success).toBe(false)
  })
})

test('slots have instants and clock times with the zone of their own date', () => {
  const rules = scheduleRules({
    windowDays: 60,
    windows: [{ dayOfWeek: 6, startMinute: 690, endMinute: 780 }],
  })
  const now = Date.parse('2026-10-20T12:00:00Z')
  const days = presentDays(
    listSlots(rules, { from: '2026-10-31', to: '2026-11-07', durationMinutes: 90, now }),
    rules.zone,
  )
  const slots = days.filter((day) => day.slots.length > 0)
  expect(slots).toEqual([
    {
      date: '2026-10-31',
      slots: [
        {
          start: '2026-10-31T15:30:00.000Z',
          end: '2026-10-31T17:00:00.000Z',
          startTime: '11:30 AM',
          endTime: '1:00 PM',
          zoneName: 'EDT',
        },
      ],
    },
    {
      date: '2026-11-07',
      slots: [
        {
          start: '2026-11-07T16:30:00.000Z',
          end: '2026-11-07T18:00:00.000Z',
          startTime: '11:30 AM',
          endTime: '1:00 PM',
          zoneName: 'EST',
        },
      ],
    },
  ])
  for (const day of days) expect(daySlotsSchema.parse(day)).toEqual(day)
})
