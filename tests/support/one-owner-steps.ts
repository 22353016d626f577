import fc from 'fast-check'

/** The side that acts; both are accounts of one owner. */
export type Side = 'student' | 'coach'

/** An action by the owner of both sides, the owner's bank, an admin or the clock. Numbers select among the existing items. */
export type OwnerStep =
  | { do: 'book'; student: number; slot: number; minutes: number; discount: Discounted; card: number }
  | { do: 'buy'; student: number; slot: number; lessons: number; priceCents: number }
  | { do: 'draw'; package: number; slot: number }
  | { do: 'end'; package: number; by: Side }
  | { do: 'cancel'; lesson: number; by: Side }
  | { do: 'move'; lesson: number; by: Side; slot: number }
  | { do: 'complete'; lesson: number; outcome: 'taught' | 'no_show' }
  /**
   * `teach`: the lesson takes place, is completed, and is paid out a day later; `chargeBack`: the bank takes the money back immediately.
   */
  | { do: 'teach' | 'report' | 'uphold' | 'reject' | 'askBank' | 'chargeBack'; lesson: number }
  | { do: 'bankDecides'; dispute: number; won: boolean }
  /** Actions by an admin; `close` also by the owner. `person`: 0 is the coach, others the students. */
  | { do: 'suspend'; person: number; promises: 'keep' | 'cancel' }
  | { do: 'lift' | 'close'; person: number }
  /** Cancels a person's upcoming lessons, waits for the payout of taught ones, and closes the account. */
  | { do: 'leave'; person: number }
  | { do: 'wait'; hours: number }
  | { do: 'payouts' | 'completions' | 'refunds' | 'packages' }

export const discounts = ['none', 'PLATFORM', 'FIXED', 'OWN', 'offer'] as const
export type Discounted = (typeof discounts)[number]

export interface OwnerSequence {
  hourlyRate: number
  policy: 'flexible' | 'standard' | 'strict'
  steps: OwnerStep[]
}

const number = fc.nat({ max: 40 })
const side = fc.constantFrom<Side>('student', 'coach')
const book = fc.record({
  do: fc.constant('book' as const),
  student: number,
  slot: number,
  minutes: fc.constantFrom(60, 90),
  discount: fc.constantFrom(...discounts),
  card: fc.nat({ max: 1 }),
})
const buy = fc.record({
  do: fc.constant('buy' as const),
  student: number,
  slot: number,
  lessons: fc.integer({ min: 2, max: 4 }),
  priceCents: fc.constantFrom(20_000, 43_333, 99_999),
})
const ofLesson = (name: 'teach' | 'report' | 'uphold' | 'reject' | 'askBank' | 'chargeBack') =>
  fc.record({ do: fc.constant(name), lesson: number })

const step: fc.Arbitrary<OwnerStep> = fc.oneof(
  { weight: 4, arbitrary: book },
  { weight: 2, arbitrary: buy },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('draw' as const), package: number, slot: number }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end' as const), package: number, by: side }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cancel' as const), lesson: number, by: side }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('move' as const), lesson: number, by: side, slot: number }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('complete' as const),
      lesson: number,
      outcome: fc.constantFrom('taught' as const, 'no_show' as const),
    }),
  },
  { weight: 5, arbitrary: ofLesson('teach') },
  { weight: 3, arbitrary: ofLesson('report') },
  { weight: 2, arbitrary: ofLesson('uphold') },
  { weight: 1, arbitrary: ofLesson('reject') },
  { weight: 3, arbitrary: ofLesson('askBank') },
  { weight: 2, arbitrary: ofLesson('chargeBack') },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('bankDecides' as const), dispute: number, won: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('suspend' as const),
      person: fc.constantFrom(0, 0, 1, 2),
      promises: fc.constantFrom('keep' as const, 'keep' as const, 'cancel' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('lift' as const), person: fc.constantFrom(0, 0, 1, 2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('close' as const), person: fc.constantFrom(0, 1, 2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('leave' as const), person: fc.constantFrom(0, 1, 2) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 20, 26, 50, 75, 200, 800),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('payouts' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('completions' as const, 'refunds' as const, 'packages' as const),
    }),
  },
)

/** Sequences that begin with a purchase, so that money can be refunded. */
export const anyOwnerSequence: fc.Arbitrary<OwnerSequence> = fc.record({
  hourlyRate: fc.constantFrom(85, 117.35, 1000),
  policy: fc.constantFrom('flexible' as const, 'standard' as const, 'strict' as const),
  steps: fc
    .tuple(fc.oneof(book, buy), fc.array(step, { minLength: 5, maxLength: 14 }))
    .map(([first, rest]) => [first, ...rest]),
})
