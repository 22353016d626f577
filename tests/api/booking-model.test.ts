import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openModel } from '../support/booking-model.ts'
import { anySequence, type Step } from '../support/booking-model-steps.ts'
import { whatHappened } from '../support/happened.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
/** `npm run drill -- booking-model` plays 10,000. */
const SEQUENCES = 20

const hold = (student: number, slot: number): Step => ({ do: 'hold', student, slot, minutes: 60 })
const paid = (student: number, slot: number): Step[] => [
  hold(student, slot),
  { do: 'pay', lesson: 0 },
  { do: 'deliver', event: 0 },
]
/** Between them these bring about all that random ones take long to come to. */
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
  // One pays when the hold is over and another has the time.
  [
    hold(2, 4),
    { do: 'wait', minutes: 16 },
    hold(0, 4),
    { do: 'pay', lesson: 0 },
    { do: 'deliver', event: 0 },
  ],
]

test(`whatever ${SEQUENCES} random sequences of students, coach, admin, clock, processor and lost connections do, every rule holds`, async () => {
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
        'share sent',
        'problem rejected',
      ].map((what) => [what, expect.any(Number)]),
    ),
  )
}, 300_000)
