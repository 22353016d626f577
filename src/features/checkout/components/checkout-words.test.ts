import { describe, expect, test } from 'vitest'
import type { Lesson } from '#features/bookings/schema.ts'
import type { CheckoutResult } from '../schema.ts'
import { checkoutWords } from './checkout-words.ts'

const coachId = 'c0ac0001-0000-4000-8000-000000000001'

function result(change: Partial<CheckoutResult>, lesson: Partial<Lesson> = {}): CheckoutResult {
  return {
    state: 'confirmed',
    amountCents: 8_500,
    giftCents: 0,
    priceLines: [],
    refundedCents: 0,
    owedBackCents: 0,
    isReturned: false,
    refundReturned: null,
    refundReason: null,
    paidAt: null,
    paymentMethod: null,
    ...change,
    packageTitle: null,
    series: null,
    seats: null,
    lesson: {
      weather: null,
      note: null,
      answers: [],
      golfer: null,
      series: null,
      seat: null,
      id: '5b0c1a2e-0000-4000-8000-000000000001',
      coach: { id: coachId, label: 'Coach Maya', name: 'Maya Bennett', imageUrl: null },
      student: { id: '57de0001-0000-4000-8000-000000000001', name: 'Sam Rivera' },
      start: '2026-11-26T14:30:00.000Z',
      durationMinutes: 60,
      zone: 'America/New_York',
      priceCents: 8_500,
      title: '60-minute Lesson',
      lessonType: 'individual',
      status: 'confirmed',
      paymentStatus: 'completed',
      cancelReason: null,
      holdExpiresAt: null,
      checkoutUrl: null,
      location: { id: null, name: 'Longleaf Hollow', address: null },
      terms: { policy: 'standard', text: '', deadlines: [] },
      movedByCoach: false,

      noShow: false,
      changeNumber: 0,
      moveNumber: 0,
      isPaidElsewhere: false,
      isDemo: false,
      isInvitation: false,
      ...lesson,
    },
  }
}

describe('the text after a payment', () => {
  test('says that the lesson is confirmed only when it is', () => {
    expect(checkoutWords(result({})).title).toBe('Payment received. Your lesson is confirmed.')
    for (const state of ['processing', 'failed', 'expired', 'refunded'] as const)
      expect(checkoutWords(result({ state }, { status: 'cancelled' })).title).not.toMatch(
        /received|is confirmed/,
      )
  })

  test('says that nothing was charged when nothing was, and links back to the same coach', () => {
    for (const [state, cancelReason] of [
      ['failed', 'payment_failed'],
      ['expired', 'hold_expired'],
      ['expired', 'abandoned'],
    ] as const) {
      const words = checkoutWords(result({ state }, { status: 'cancelled', cancelReason }))
      expect(words.text).toContain('Nothing was charged')
      expect(words.next.href).toBe(
        `/instructor/${coachId}?duration=60&time=2026-11-26T14%3A30%3A00.000Z#instant-book-section`,
      )
    }
  })

  test('links back to the same place and kind of lesson, and for a seat to its clinic', () => {
    const place = { id: '91ace000-0000-4000-8000-000000000001', name: 'Longleaf Hollow', address: null }
    const hrefFor = (lesson: Partial<Lesson>) => {
      const given = result({ state: 'failed' }, { status: 'cancelled', location: place, ...lesson })
      return new URL(checkoutWords(given).next.href, 'https://greenside.test')
    }
    const group = Object.fromEntries(hrefFor({ lessonType: 'group' }).searchParams)
    expect(group).toMatchObject({ duration: '60', place: place.id, kind: 'group' })
    expect(hrefFor({}).searchParams.has('kind')).toBe(false)
    const seat = { clinicId: 'c11c0001-0000-4000-8000-000000000001', dates: [] }
    expect(hrefFor({ lessonType: 'group', seat }).pathname).toBe(`/clinics/${seat.clinicId}`)
  })

  test('apologizes when the payment was late, and gives the refund amount', () => {
    const late = { status: 'cancelled', cancelReason: 'hold_expired' } as const
    const done = checkoutWords(
      result({ state: 'refunded', refundedCents: 8_500, owedBackCents: 8_500 }, late),
    )
    expect(done.title).toBe('Your payment was refunded')
    expect(done.text).toContain('arrived after the hold expired')
    expect(done.text).toContain('$85 went back')
    expect(done.text).toContain('GS-5B0C1A2E')
  })

  test('does not claim a refund that has not been made yet', () => {
    const waiting = checkoutWords(
      result(
        { state: 'refunded', owedBackCents: 8_500 },
        { status: 'cancelled', cancelReason: 'hold_expired' },
      ),
    )
    expect(waiting.title).toBe('Your refund is on its way')
    expect(waiting.text).not.toContain('went back')
  })

  test.each([
    ['retried', 'again'],
    ['waits', 'another way'],
  ] as const)(
    'for a refund returned by the bank gives the next steps, never that it arrived (%s)',
    (refundReturned, next) => {
      const facts = { state: 'refunded', owedBackCents: 8_500, refundReturned } as const
      const words = checkoutWords(result(facts, { status: 'cancelled', cancelReason: 'student' }))
      expect(words.title).toBe('Your refund did not reach your card')
      expect(words.text).toContain('Your bank sent $85 back to us')
      expect(words.text).toContain(next)
      expect(words.text).not.toMatch(/on its way|went back/)
    },
  )

  test('does not promise a refund to a student who canceled too late', () => {
    const words = checkoutWords(
      result({ state: 'refunded' }, { status: 'cancelled', cancelReason: 'student' }),
    )
    expect(words.title).toBe('This lesson was cancelled')
    expect(words.text).toContain('is not refundable')
  })

  test('says that a cancelled lesson went back to its package', () => {
    const words = checkoutWords(
      result({ state: 'refunded', isReturned: true }, { status: 'cancelled', cancelReason: 'student' }),
    )
    expect(words.title).toBe('This lesson was cancelled')
    expect(words.text).toContain('went back to your package')
    expect(words.text).not.toContain('refundable')
    expect(words.next.href).toBe('/lessons')
  })

  test('keeps a lesson with a partial refund', () => {
    const words = checkoutWords(result({ state: 'refunded', refundedCents: 2_000 }))
    expect(words.title).toBe('Part of your payment was refunded')
    expect(words.text).toContain('$20 of $85')
    expect(words.text).toContain('unchanged')
  })
})
