import fc from 'fast-check'

/** One thing that somebody or something does. Numbers choose among what there is, and go round. */
export type Step =
  | { do: 'hold'; student: number; slot: number; minutes: number; code?: (typeof codes)[number] | undefined }
  | { do: 'pay' | 'release' | 'report' | 'settleProblem' | 'operatorRefund' | 'goodwill'; lesson: number }
  | { do: 'cancel'; lesson: number; by: Party }
  | { do: 'move'; lesson: number; by: Party; slot: number }
  | { do: 'complete'; lesson: number; outcome: 'taught' | 'no_show' }
  | { do: 'deliver' | 'deliverTwice' | 'lose'; event: number }
  | { do: 'wait'; minutes: number }
  | { do: 'sweep' | 'refunds' | 'completions' | 'payouts' | 'reconcile' | 'connect' | 'hangUp' }
  | { do: 'together'; steps: Exclude<Step, { do: 'together' }>[] }

/** One that two may use and the platform pays for, one for a single use that the coach pays for; each student once. */
export const codes = ['TWO', 'ONE'] as const

export type Party = 'student' | 'coach' | 'admin'

const number = fc.nat({ max: 50 })
const party = fc.constantFrom<Party>('student', 'coach', 'admin')
const lessonStep = (name: 'pay' | 'release' | 'report' | 'settleProblem' | 'operatorRefund' | 'goodwill') =>
  fc.record({ do: fc.constant(name), lesson: number })
const eventStep = (name: 'deliver' | 'deliverTwice' | 'lose') =>
  fc.record({ do: fc.constant(name), event: number })
const jobStep = fc.record({
  do: fc.constantFrom('sweep', 'refunds', 'completions', 'payouts', 'reconcile', 'connect', 'hangUp'),
})
const simpleStep: fc.Arbitrary<Exclude<Step, { do: 'together' }>> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      student: fc.nat({ max: 2 }),
      slot: number,
      minutes: fc.constantFrom(60, 90, 120),
      code: fc.option(fc.constantFrom(...codes), { nil: undefined, freq: 2 }),
    }),
  },
  { weight: 6, arbitrary: lessonStep('pay') },
  { weight: 6, arbitrary: eventStep('deliver') },
  { weight: 2, arbitrary: eventStep('deliverTwice') },
  { weight: 1, arbitrary: eventStep('lose') },
  { weight: 1, arbitrary: lessonStep('release') },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cancel' as const), lesson: number, by: party }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('move' as const), lesson: number, by: party, slot: number }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('complete' as const),
      lesson: number,
      outcome: fc.constantFrom('taught' as const, 'no_show' as const),
    }),
  },
  { weight: 2, arbitrary: lessonStep('report') },
  { weight: 1, arbitrary: lessonStep('settleProblem') },
  { weight: 1, arbitrary: lessonStep('operatorRefund') },
  { weight: 2, arbitrary: lessonStep('goodwill') },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(5, 16, 40, 300, 1_560, 3_000, 4_500, 6_000),
    }),
  },
  { weight: 5, arbitrary: jobStep },
)

/** Sequences that begin with a lesson somebody may pay, so that most of them have something to lose. */
export const anySequence: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.record({
      do: fc.constant('hold' as const),
      student: fc.nat({ max: 2 }),
      slot: number,
      minutes: fc.constant(60),
      code: fc.option(fc.constantFrom(...codes), { nil: undefined, freq: 2 }),
    }),
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: simpleStep as fc.Arbitrary<Step> },
        {
          weight: 1,
          arbitrary: fc.record({
            do: fc.constant('together' as const),
            steps: fc.array(simpleStep, { minLength: 2, maxLength: 3 }),
          }),
        },
      ),
      { minLength: 6, maxLength: 24 },
    ),
    fc.nat({ max: 2 }),
  )
  .map(([first, rest, told]) => [
    first,
    { do: 'pay', lesson: 0 },
    ...(told ? [{ do: 'deliver', event: 0 } as const] : []),
    ...rest,
  ])
