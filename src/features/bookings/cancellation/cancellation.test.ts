import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { HOUR } from '#platform/duration.ts'
import {
  type CancelParty,
  deadlinesFor,
  type LessonTerms,
  percentNow,
  policyText,
  refundDeadlines,
  refundFor,
  refundPercent,
  termsInDates,
  whyNotCancel,
} from './cancellation.ts'

const start = Date.UTC(2026, 10, 24, 14)
const terms = (change: Partial<LessonTerms> = {}): LessonTerms => ({
  status: 'confirmed',
  cancellationPolicy: 'standard',
  refundCeilingPercent: 100,
  movedByCoach: false,
  lessonStart: start,
  ...change,
})

describe('a student’s refund', () => {
  test.each([
    ['flexible', 24, 100],
    ['flexible', 23.999, 0],
    ['standard', 48, 100],
    ['standard', 47.999, 50],
    ['standard', 24, 50],
    ['standard', 23.999, 0],
    ['strict', 168, 100],
    ['strict', 167.999, 50],
    ['strict', 48, 50],
    ['strict', 47.999, 0],
    ['strict', -5, 0],
  ] as const)('%s, %d hours before the lesson: %d %%', (cancellationPolicy, hours, percent) => {
    expect(refundPercent(terms({ cancellationPolicy }), 'student', start - hours * HOUR)).toBe(percent)
  })

  test('half of $127.55 is $63.78: half a cent is rounded up for the student', () => {
    const paid = { amountCents: 12_755, refundedCents: 0 }
    expect(refundFor(terms(), paid, 'student', start - 30 * HOUR)).toEqual({
      refundCents: 6_378,
      keptCents: 6_377,
      percent: 50,
    })
  })

  test('is full when the coach or an admin cancels, or after the coach moved the lesson', () => {
    const now = start - HOUR
    expect(refundPercent(terms({ cancellationPolicy: 'strict' }), 'coach', now)).toBe(100)
    expect(refundPercent(terms({ cancellationPolicy: 'strict' }), 'admin', now)).toBe(100)
    expect(refundPercent(terms({ movedByCoach: true, refundCeilingPercent: 0 }), 'student', now)).toBe(100)
  })

  test('never increases by moving the lesson first', () => {
    const moved = terms({ refundCeilingPercent: 50 })
    expect(refundPercent(moved, 'student', start - 500 * HOUR)).toBe(50)
    expect(refundDeadlines(moved)).toEqual([{ until: start - 24 * HOUR, percent: 50 }])
    expect(refundDeadlines(terms({ refundCeilingPercent: 0 }))).toEqual([])
  })
})

describe('the cancellation deadlines of one lesson', () => {
  const zone = 'America/New_York'
  const at = (hoursBefore: number) =>
    termsInDates(deadlinesFor('standard', start), start - hoursBefore * HOUR, zone)

  test('list the remaining refunds and their deadlines', () => {
    expect(at(72)).toBe(
      'Free cancellation until Sun, Nov 22, 9:00 AM EST. 50% refund until Mon, Nov 23, 9:00 AM EST; no refund after that.',
    )
    expect(at(38)).toBe('50% refund until Mon, Nov 23, 9:00 AM EST; no refund after that.')
    expect(at(23)).toMatch(/^Nonrefundable: the cancellation deadline has passed/)
  })

  test('list every deadline when the current time is unknown', () => {
    expect(termsInDates(deadlinesFor('flexible', start), null, zone)).toBe(
      'Free cancellation until Mon, Nov 23, 9:00 AM EST; no refund after that.',
    )
  })

  test('are exact to the millisecond', () => {
    const deadlines = deadlinesFor('strict', new Date(start).toISOString())
    expect(percentNow(deadlines, start - 168 * HOUR)).toBe(100)
    expect(percentNow(deadlines, start - 168 * HOUR + 1)).toBe(50)
    expect(percentNow(deadlines, start - 48 * HOUR + 1)).toBe(0)
  })
})

const anyTerms = fc.record({
  cancellationPolicy: fc.constantFrom(...cancellationPolicies),
  refundCeilingPercent: fc.constantFrom(0, 50, 100),
  movedByCoach: fc.boolean(),
})
const anyParty = fc.constantFrom<CancelParty>('student', 'coach', 'admin')
const anyPayment = fc
  .tuple(fc.integer({ min: 50, max: 1_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([amountCents, share]) => ({ amountCents, refundedCents: Math.floor(amountCents * share) }))
const anyMoment = fc.integer({ min: -400 * 60, max: 50 * 60 }).map((minutes) => start + minutes * 60_000)

describe('for any price, terms and time', () => {
  test('refund and remainder add up to the payment, to the cent', () => {
    fc.assert(
      fc.property(anyTerms, anyPayment, anyParty, anyMoment, (change, paid, party, now) => {
        const { refundCents, keptCents } = refundFor(terms(change), paid, party, now)
        expect(Number.isInteger(refundCents)).toBe(true)
        expect(refundCents).toBeGreaterThanOrEqual(0)
        expect(keptCents).toBeGreaterThanOrEqual(0)
        expect(refundCents + keptCents + paid.refundedCents).toBe(paid.amountCents)
      }),
    )
  })

  test('waiting never increases the refund', () => {
    fc.assert(
      fc.property(anyTerms, anyPayment, anyMoment, anyMoment, (change, paid, a, b) => {
        const at = (now: number) => refundFor(terms(change), paid, 'student', now).refundCents
        expect(at(Math.max(a, b))).toBeLessThanOrEqual(at(Math.min(a, b)))
      }),
    )
  })

  test('the deadlines shown are the ones applied, to the millisecond', () => {
    fc.assert(
      fc.property(anyTerms, (change) => {
        const lesson = terms(change)
        for (const [at, { until, percent }] of refundDeadlines(lesson).entries()) {
          expect(refundPercent(lesson, 'student', until)).toBe(percent)
          if (lesson.movedByCoach) continue
          const after = refundDeadlines(lesson)[at + 1]?.percent ?? 0
          expect(refundPercent(lesson, 'student', until + 1)).toBe(after)
        }
      }),
    )
  })
})

test('a lesson can be canceled until it begins, by an admin until it is completed', () => {
  expect(whyNotCancel(terms(), 'student', start - 1)).toBeNull()
  expect(whyNotCancel(terms(), 'student', start)).toBe('already_started')
  expect(whyNotCancel(terms(), 'coach', start)).toBe('already_started')
  expect(whyNotCancel(terms(), 'admin', start + HOUR)).toBeNull()
  expect(whyNotCancel(terms({ status: 'completed' }), 'admin', start)).toBe('already_completed')
  expect(whyNotCancel(terms({ status: 'pending' }), 'student', start - 1)).toBe('not_confirmed')
})

test('each policy is one sentence, repeated with dates in emails and checkout', () => {
  expect(cancellationPolicies.map(policyText)).toEqual([
    'Free cancellation until 24 hours before the lesson; no refund after that.',
    'Free cancellation until 48 hours before the lesson. 50% refund until 24 hours before the lesson; no refund after that.',
    'Free cancellation until 7 days before the lesson. 50% refund until 48 hours before the lesson; no refund after that.',
  ])
  for (const policy of cancellationPolicies) {
    const words = (text: string) => text.replace(/until [^.;]*/g, 'until …')
    expect(words(termsInDates(deadlinesFor(policy, start), null, 'UTC'))).toBe(words(policyText(policy)))
  }
})
