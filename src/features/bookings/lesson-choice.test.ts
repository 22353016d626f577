import { describe, expect, it } from 'vitest'
import { settleChoice, whyNotBookable } from './lesson-choice.ts'
import { readLessonChoice } from './lesson-choice-params.ts'

const home = '91ace001-0000-4000-8000-000000000001'
const range = '91ace002-0000-4000-8000-000000000002'
const maya = { hourlyRateCents: 8500, durations: [60, 90, 120], locations: [{ id: home }, { id: range }] }

describe('the lesson selection', () => {
  it('defaults to an hour at the primary place', () => {
    expect(settleChoice(maya, {})).toEqual({ locationId: home, durationMinutes: 60, priceCents: 8500 })
    expect(settleChoice(maya, { place: range, duration: 90 })).toEqual({
      locationId: range,
      durationMinutes: 90,
      priceCents: 12_750,
    })
  })

  it('falls back to what the coach offers', () => {
    const longOnly = { ...maya, durations: [90, 120], locations: [] }
    expect(settleChoice(longOnly, { duration: 45 })).toMatchObject({
      durationMinutes: 90,
      locationId: undefined,
    })
    const elsewhere = { place: '91ace009-0000-4000-8000-000000000009' }
    expect(settleChoice(maya, elsewhere)).toMatchObject({ locationId: home })
  })

  it('is read from the URL, ignoring invalid values', () => {
    expect(readLessonChoice({ duration: '90', date: '2026-11-23', time: '2026-11-23T14:00:00Z' })).toEqual({
      duration: 90,
      date: '2026-11-23',
      time: '2026-11-23T14:00:00Z',
    })
    expect(
      readLessonChoice({ duration: 'long', date: 'soon', time: '9', place: '..', booking: '1' }),
    ).toEqual({})
  })
})

describe('who can book', () => {
  const coach = { id: 'c0ac0001-0000-4000-8000-000000000001' }
  const viewer = { userId: '57de0001-0000-4000-8000-000000000001' }

  it('students can book, and everyone else is told why they can’t', () => {
    expect(whyNotBookable({ ...viewer, role: 'student' }, coach)).toBeNull()
    expect(whyNotBookable({ ...viewer, role: 'coach' }, coach)).toMatch(/signed in as a coach/)
    expect(whyNotBookable({ ...viewer, role: 'admin' }, coach)).toMatch(/admin/)
    expect(whyNotBookable({ ...viewer, role: 'prospect' }, coach)).toMatch(/demo account/)
    expect(whyNotBookable({ userId: coach.id, role: 'coach' }, coach)).toMatch(/your own page/)
  })
})
