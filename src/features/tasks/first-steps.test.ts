import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIRST_DAYS, type FirstFacts, firstStepKinds, listFirstSteps } from './first-steps.ts'

const now = Date.parse('2026-11-21T15:00:00Z')
const nothing: FirstFacts = {
  startedAt: now,
  hasPortrait: false,
  hasPlace: false,
  hasHours: false,
  hasRate: false,
  isVisible: false,
  isAccountConnected: false,
  isShared: false,
  isDismissed: false,
}

test('a new coach has every step open, in the recommended order', () =>
  expect(listFirstSteps(nothing, now)).toEqual(firstStepKinds.map((kind) => ({ kind, isDone: false }))))

test('the list shows exactly while a step is missing, it was not dismissed and the first days last', () =>
  fc.assert(
    fc.property(
      fc.record({
        hasPortrait: fc.boolean(),
        hasPlace: fc.boolean(),
        hasHours: fc.boolean(),
        hasRate: fc.boolean(),
        isVisible: fc.boolean(),
        isAccountConnected: fc.boolean(),
        isShared: fc.boolean(),
        isDismissed: fc.boolean(),
        age: fc.integer({ min: 0, max: (FIRST_DAYS + 2) * 86_400_000 }),
      }),
      ({ age, isDismissed, ...done }) => {
        const steps = listFirstSteps({ ...done, isDismissed, startedAt: now - age }, now)
        const isOver = isDismissed || age >= FIRST_DAYS * 86_400_000 || Object.values(done).every(Boolean)
        expect(steps === null).toBe(isOver)
        if (steps)
          expect(steps.filter(({ isDone }) => isDone)).toHaveLength(
            Object.values(done).filter(Boolean).length,
          )
      },
    ),
  ))
