import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openModel } from '../support/booking-model.ts'
import { anySequence, type Step } from '../support/booking-model-steps.ts'
import { whatHappened } from '../support/happened.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
/** `npm run drill -- booking-model` plays 10,000. */
const SEQUENCES = 4

const hold = (student: number, slot: number): Step => ({ do: 'hold', student, slot, minutes: 60 })
const paid = (student: number, slot: number): Step[] => [
  hold(student, slot),
  { do: 'pay', lesson: 0 },
  { do: 'deliver', event: 0 },
]
const bought = (
  student: number,
  slot: number,
  terms: { lessons: number; days?: number; place?: number },
): Step[] => [
  { do: 'propose', student, slot, minutes: 60, days: 180, ...terms },
  { do: 'accept', proposal: 0 },
  { do: 'pay', lesson: 0 },
  { do: 'deliver', event: 0 },
]
const weekly = (student: number, slot: number, weeks: number): Step[] => [
  { do: 'holdWeekly', student, slot, weeks },
  { do: 'pay', lesson: 0 },
  { do: 'deliver', event: 0 },
]
/** Together these cover the cases that random sequences rarely reach. */
const written: Step[][] = [
  [
    ...paid(0, 0),
    { do: 'move', lesson: 0, by: 'coach', slot: 2 },
    { do: 'wait', minutes: 3_000 },
    { do: 'complete', lesson: 0, outcome: 'taught' },
    { do: 'report', lesson: 0 },
    { do: 'settleProblem', lesson: 0 },
  ],
  [
    ...paid(1, 0),
    { do: 'move', lesson: 0, by: 'student', slot: 2 },
    { do: 'wait', minutes: 3_000 },
    { do: 'complete', lesson: 0, outcome: 'no_show' },
  ],
  [...paid(0, 0), { do: 'cancel', lesson: 0, by: 'student' }],
  [...paid(0, 0), { do: 'cancel', lesson: 0, by: 'coach' }],
  [...paid(0, 0), { do: 'operatorRefund', lesson: 0 }],
  [hold(1, 2), { do: 'release', lesson: 0 }],
  // A payment arrives after the hold has expired and another student has booked the time.
  [
    hold(2, 4),
    { do: 'wait', minutes: 16 },
    hold(0, 4),
    { do: 'pay', lesson: 0 },
    { do: 'deliver', event: 0 },
  ],
  // A package whose first lesson was taught; a refund while its share is being sent; then the coach closes
  // the account.
  [
    ...bought(0, 0, { lessons: 3 }),
    { do: 'connect' },
    { do: 'wait', minutes: 6_000 },
    { do: 'complete', lesson: 0, outcome: 'taught' },
    { do: 'wait', minutes: 1_560 },
    { do: 'slowPayouts', moved: 'after' },
    { do: 'goodwill', lesson: 0 },
    { do: 'arrive' },
    { do: 'refunds' },
    { do: 'close', who: 0, by: 'oneself' },
  ],
  // Weekly lessons: one is cancelled, one is moved, and then the student cancels the rest.
  [
    ...weekly(0, 0, 4),
    { do: 'cancel', lesson: 1, by: 'student' },
    { do: 'move', lesson: 2, by: 'coach', slot: 40 },
    { do: 'cancelRest', lesson: 0, by: 'student' },
  ],
  // Weekly lessons are paid too late, when one of their times was taken; an operator refunds a part, and the coach cancels the rest.
  [
    { do: 'holdWeekly', student: 0, slot: 4, weeks: 3 },
    { do: 'wait', minutes: 16 },
    hold(1, 4),
    { do: 'pay', lesson: 0 },
    { do: 'deliver', event: 0 },
    { do: 'refunds' },
    { do: 'operatorRefund', lesson: 1 },
    { do: 'cancelRest', lesson: 2, by: 'coach' },
  ],
  // The payer's bank disputes the charge of weekly lessons.
  [...weekly(1, 2, 3), { do: 'bank', lesson: 1, says: 'asks' }, { do: 'cancelRest', lesson: 0, by: 'coach' }],
  // Lessons of a package: the coach moves one and cancels another, and the student ends the package.
  [
    ...bought(1, 1, { lessons: 5, place: 1 }),
    { do: 'draw', package: 0, slot: 38 },
    { do: 'removePlace', place: 1 },
    { do: 'move', lesson: 1, by: 'coach', slot: 40 },
    { do: 'cancel', lesson: 0, by: 'coach' },
    { do: 'draw', package: 0, slot: 2, place: 0 },
    { do: 'endPackage', package: 0, by: 'student' },
  ],
  // A suspension that keeps the lessons, beyond the end of a package; then a chargeback of the last one.
  [
    ...bought(2, 2, { lessons: 2, days: 30 }),
    { do: 'suspend', who: 0, promises: 'keep' },
    { do: 'wait', minutes: 6_000 },
    { do: 'completions' },
    { do: 'wait', minutes: 40_000 },
    { do: 'packages' },
    { do: 'bank', lesson: 0, says: 'asks' },
  ],
  // A suspension that cancels everything during a payment; and a student with credits who closes the account.
  [
    ...paid(0, 0),
    hold(1, 2),
    { do: 'suspend', who: 0, promises: 'cancel' },
    { do: 'pay', lesson: 1 },
    { do: 'lift', who: 0 },
    { do: 'propose', student: 0, slot: 5, minutes: 60, lessons: 2, days: 90 },
    { do: 'accept', proposal: 0 },
    { do: 'pay', lesson: 2 },
    { do: 'deliver', event: 0 },
    { do: 'cancel', lesson: 2, by: 'student' },
    { do: 'close', who: 1, by: 'admin' },
  ],
  // Two seats in a clinic; the student cancels one, and the coach the clinic.
  [
    { do: 'clinic', slot: 30, dates: 2, seats: 4, minimum: 1 },
    { do: 'seats', clinic: 0, student: 0, players: 2, isGolfer: false },
    { do: 'pay', lesson: 0 },
    { do: 'deliver', event: 0 },
    { do: 'cancel', lesson: 1, by: 'student' },
    { do: 'cancelClinic', clinic: 0 },
    { do: 'refunds' },
  ],
  // A gift card pays a lesson, which the coach cancels.
  [
    { do: 'giftCard', student: 0, dollars: 200 },
    { do: 'payCard', card: 0 },
    { do: 'deliver', event: 0 },
    { do: 'redeem', card: 0, student: 1 },
    { do: 'hold', student: 1, slot: 4, minutes: 60, isGift: true },
    { do: 'cancel', lesson: 0, by: 'coach' },
    { do: 'refunds' },
  ],
  // Gift cards pay a part of a package, of which a lesson is taken before the coach ends it.
  [
    { do: 'giftCard', student: 0, dollars: 100 },
    { do: 'payCard', card: 0 },
    { do: 'deliver', event: 0 },
    { do: 'redeem', card: 0, student: 1 },
    { do: 'offer', offer: 0, isSold: true, lessons: 3, days: 90 },
    { do: 'buyLater', offer: 0, student: 1, isGift: true },
    { do: 'paySale', sale: 0 },
    { do: 'deliver', event: 0 },
    { do: 'draw', package: 0, slot: 6 },
    { do: 'endPackage', package: 0, by: 'coach' },
    { do: 'cancel', lesson: 0, by: 'coach' },
    { do: 'refunds' },
  ],
  // One video review is answered, and another one is not.
  [
    { do: 'review', student: 0 },
    { do: 'payReview', review: 0 },
    { do: 'deliver', event: 0 },
    { do: 'sendReview', review: 0 },
    { do: 'answerReview', review: 0 },
    { do: 'review', student: 1 },
    { do: 'payReview', review: 1 },
    { do: 'deliver', event: 0 },
    { do: 'sendReview', review: 1 },
    { do: 'wait', minutes: 4_000 },
    { do: 'reviews' },
  ],
]

test(`${SEQUENCES} random sequences by students, coach, admins, banks, clock, processor and lost connections keep every rule`, async () => {
  const model = await openModel(product.services, product.clock)
  await fc.assert(
    fc.asyncProperty(anySequence, async (steps) => {
      expect(await model.play(steps)).toEqual([])
    }),
    { numRuns: written.length + SEQUENCES, examples: written.map((steps) => [steps]), endOnFailure: true },
  )
  const happened = await whatHappened(product.database.pool)
  expect(happened).toMatchObject(
    Object.fromEntries(
      [
        'event confirmed',
        'event refunded',
        'lesson completed',
        'lesson completed without the student',
        'lesson cancelled by student',
        'lesson cancelled by coach',
        'lesson cancelled by hold_expired',
        'lesson cancelled by abandoned',
        'moved by student',
        'moved by coach',
        'refund for student',
        'package ended by coach',
        'package ended by student',
        'problem of card_network',
        'share taken back',
        'share sent',
        'problem rejected',
        'seat cancelled by student',
        'clinic cancelled because of coach',
        'gift card redeemed',
        'gift spent',
        'video review answered',
        'video review refunded because of overdue',
      ].map((what) => [what, expect.any(Number)]),
    ),
  )
}, 300_000)
