import fc from 'fast-check'

/** A single action. Numbers select among the existing items, modulo their count. */
export type SimpleStep =
  | {
      do: 'hold'
      student: number
      slot: number
      minutes: number
      code?: (typeof codes)[number] | undefined
      place?: number | undefined
      /** The student's gift cards pay what they can. */
      isGift?: boolean | undefined
    }
  | { do: 'holdWeekly'; student: number; slot: number; weeks: number; isGift?: boolean | undefined }
  /** The coach enters a lesson, which its student is to pay. */
  | { do: 'enter'; student: number; slot: number; minutes: number }
  | { do: 'payEntered'; lesson: number; isGift: boolean }
  | { do: 'cancelRest'; lesson: number; by: 'student' | 'coach' }
  | { do: 'pay' | 'release' | 'report' | 'operatorRefund' | 'goodwill'; lesson: number }
  /** The coach calls a lesson off because of the weather; its student keeps it as a credit. */
  | { do: 'callOff' | 'keepCredit'; lesson: number }
  | { do: 'settleProblem'; lesson: number; refunds?: boolean }
  | { do: 'bank'; lesson: number; says: 'asks' | 'won' | 'lost' }
  | { do: 'cancel'; lesson: number; by: Party }
  | { do: 'move'; lesson: number; by: Party; slot: number; place?: number | undefined }
  | { do: 'complete'; lesson: number; outcome: 'taught' | 'no_show' }
  | { do: 'deliver' | 'deliverTwice' | 'lose'; event: number }
  | { do: 'wait'; minutes: number }
  | { do: Job | 'hangUp' | 'arrive' }
  /** A slow transfer: pending until `arrive`, before or after its money has moved. */
  | { do: 'slowPayouts'; moved: 'before' | 'after' }
  | PersonStep
  | PackageStep
  | SoldStep
  | { do: 'saleBank'; sale: number; says: 'asks' | 'won' | 'lost' }
  | { do: 'removePlace'; place: number }
  | { do: 'addPlace' }

/** `who`: 0 is the coach, then the students. */
export type PersonStep =
  | { do: 'suspend'; who: number; promises: 'keep' | 'cancel' }
  | { do: 'lift'; who: number }
  | { do: 'close'; who: number; by: 'oneself' | 'admin' }

export type PackageStep =
  | {
      do: 'propose'
      student: number
      slot: number
      minutes: number
      lessons: number
      days: number
      place?: number | undefined
    }
  | { do: 'accept'; proposal: number; isGift?: boolean | undefined }
  | { do: 'decline' | 'withdraw'; proposal: number }
  | { do: 'draw'; package: number; slot: number; place?: number | undefined }
  | { do: 'endPackage'; package: number; by: Party }
  | { do: 'offer'; offer: number; lessons: number; days: number; isSold: boolean }
  | {
      do: 'buy'
      offer: number
      student: number
      slot: number
      place?: number | undefined
      isGift?: boolean | undefined
    }
  | { do: 'removeOffer'; offer: number }
  | { do: 'buyLater'; offer: number; student: number; isGift?: boolean | undefined }
  | { do: 'paySale' | 'operatorRefundSale'; sale: number }

/** Seats in clinics, gift cards and video reviews. */
export type SoldStep =
  | { do: 'clinic'; slot: number; dates: number; seats: number; minimum: number }
  | {
      do: 'seats'
      clinic: number
      student: number
      players: 1 | 2
      isGolfer: boolean
      isGift?: boolean | undefined
    }
  | { do: 'cancelClinic'; clinic: number }
  | { do: 'giftCard'; student: number; dollars: number }
  | { do: 'payCard' | 'refundCard' | 'refundRest'; card: number }
  | { do: 'redeem'; card: number; student: number }
  | { do: 'review'; student: number; isGift?: boolean | undefined }
  | {
      do: 'payReview' | 'sendReview' | 'answerReview' | 'declineReview' | 'cancelReview' | 'supportReview'
      review: number
    }

export type Step = SimpleStep | { do: 'together'; steps: SimpleStep[] }

const jobs = [
  'sweep',
  'refunds',
  'completions',
  'payouts',
  'reconcile',
  'connect',
  'packages',
  'clinics',
  'reviews',
] as const
export type Job = (typeof jobs)[number]

/**
 * One code may be used twice and is funded by the platform; the other may be used once and is funded by the coach. Each student may use a
 * code once.
 */
export const codes = ['TWO', 'ONE'] as const

export type Party = 'student' | 'coach' | 'admin'

const number = fc.nat({ max: 50 })
/** A slot of the first days. */
const soonSlot = fc.nat({ max: 35 })
const party = fc.constantFrom<Party>('student', 'coach', 'admin')
/** Usually no place is specified. */
const place = fc.option(fc.nat({ max: 2 }), { nil: undefined, freq: 2 })
type LessonStep = 'pay' | 'release' | 'report' | 'operatorRefund' | 'goodwill' | 'callOff' | 'keepCredit'
const lessonStep = (name: LessonStep) => fc.record({ do: fc.constant(name), lesson: number })
const eventStep = (name: 'deliver' | 'deliverTwice' | 'lose') =>
  fc.record({ do: fc.constant(name), event: number })
const jobStep = (names: readonly (Job | 'hangUp' | 'arrive')[]) =>
  fc.record({ do: fc.constantFrom(...names) })

interface Weighted {
  weight: number
  arbitrary: fc.Arbitrary<SimpleStep>
}

/** Actions on lessons that are paid individually. */
const lessonSteps: Weighted[] = [
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
  { weight: 1, arbitrary: fc.record({ do: fc.constant('settleProblem' as const), lesson: number }) },
  { weight: 1, arbitrary: lessonStep('operatorRefund') },
  { weight: 2, arbitrary: lessonStep('goodwill') },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(5, 16, 40, 300, 1_560, 3_000, 4_500, 6_000),
    }),
  },
  {
    weight: 5,
    arbitrary: jobStep(['sweep', 'refunds', 'completions', 'payouts', 'reconcile', 'connect', 'hangUp']),
  },
]

/** Actions on weekly lessons. */
const weeklySteps: Weighted[] = [
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('holdWeekly' as const),
      student: fc.nat({ max: 2 }),
      slot: soonSlot,
      weeks: fc.constantFrom(2, 3, 4),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('cancelRest' as const),
      lesson: number,
      by: fc.constantFrom('student' as const, 'coach' as const),
    }),
  },
]

/** Actions on lessons in bad weather. */
const weatherSteps: Weighted[] = [
  { weight: 2, arbitrary: lessonStep('callOff') },
  { weight: 3, arbitrary: lessonStep('keepCredit') },
]

const buyLaterStep = fc.record({
  do: fc.constant('buyLater' as const),
  offer: number,
  student: fc.nat({ max: 2 }),
  isGift: fc.boolean(),
})

/** Actions on accounts, places, packages and pending transfers. */
const otherSteps: Weighted[] = [
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      student: fc.nat({ max: 2 }),
      slot: number,
      minutes: fc.constant(60),
      place,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      lesson: number,
      by: party,
      slot: number,
      place,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('propose' as const),
      student: fc.nat({ max: 2 }),
      slot: number,
      minutes: fc.constantFrom(60, 90),
      lessons: fc.constantFrom(1, 2, 3, 5),
      days: fc.constantFrom(30, 30, 90, 180),
      place,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('accept' as const), proposal: number, isGift: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('decline' as const, 'withdraw' as const), proposal: number }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('draw' as const), package: number, slot: number, place }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('endPackage' as const), package: number, by: party }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('offer' as const),
      offer: number,
      lessons: fc.constantFrom(2, 3, 5),
      days: fc.constantFrom(30, 90, 180),
      isSold: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      offer: number,
      student: fc.nat({ max: 2 }),
      slot: number,
      place,
      isGift: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('removeOffer' as const), offer: number }) },
  { weight: 2, arbitrary: buyLaterStep },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('paySale' as const), sale: number }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('operatorRefundSale' as const), sale: number }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('saleBank' as const),
      sale: number,
      says: fc.constantFrom('asks' as const, 'won' as const, 'lost' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('suspend' as const),
      who: fc.nat({ max: 3 }),
      promises: fc.constantFrom('keep' as const, 'cancel' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('lift' as const), who: fc.nat({ max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      who: fc.nat({ max: 3 }),
      by: fc.constantFrom('oneself' as const, 'admin' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('removePlace' as const), place: fc.nat({ max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'addPlace' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('slowPayouts' as const),
      moved: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 4, arbitrary: jobStep(['arrive', 'packages', 'completions', 'payouts', 'connect']) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('bank' as const),
      lesson: number,
      says: fc.constantFrom('asks' as const, 'won' as const, 'lost' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('settleProblem' as const),
      lesson: number,
      refunds: fc.constant(true),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(1_560, 6_000, 14_400, 40_000),
    }),
  },
]

/** A clinic with two dates that is sold. */
const clinicStep = fc.record({
  do: fc.constant('clinic' as const),
  slot: soonSlot,
  dates: fc.constantFrom(1, 2, 3),
  seats: fc.constantFrom(2, 3, 5),
  minimum: fc.constantFrom(1, 1, 2, 3),
})
const seatsStep = fc.record({
  do: fc.constant('seats' as const),
  clinic: number,
  student: fc.nat({ max: 2 }),
  players: fc.constantFrom(1 as const, 2 as const),
  isGolfer: fc.boolean(),
  isGift: fc.boolean(),
})
const cardStep = fc.record({
  do: fc.constant('giftCard' as const),
  student: fc.nat({ max: 2 }),
  dollars: fc.constantFrom(25, 85, 100, 200),
})
const redeemStep = fc.record({
  do: fc.constant('redeem' as const),
  card: number,
  student: fc.nat({ max: 2 }),
})
const giftHold = fc.record({
  do: fc.constant('hold' as const),
  student: fc.nat({ max: 2 }),
  slot: number,
  minutes: fc.constantFrom(60, 90),
  isGift: fc.constant(true),
})
const enterStep = fc.record({
  do: fc.constant('enter' as const),
  student: fc.nat({ max: 2 }),
  slot: number,
  minutes: fc.constantFrom(60, 90),
})
const payEnteredStep = fc.record({
  do: fc.constant('payEntered' as const),
  lesson: number,
  isGift: fc.boolean(),
})
const reviewStep = fc.record({
  do: fc.constant('review' as const),
  student: fc.nat({ max: 2 }),
  isGift: fc.boolean(),
})

/** Actions on seats in clinics, gift cards and video reviews. */
const soldSteps: Weighted[] = [
  { weight: 2, arbitrary: clinicStep },
  { weight: 5, arbitrary: seatsStep },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancelClinic' as const), clinic: number }) },
  { weight: 2, arbitrary: cardStep },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('payCard' as const), card: number }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('refundCard' as const, 'refundRest' as const), card: number }),
  },
  { weight: 3, arbitrary: redeemStep },
  { weight: 4, arbitrary: giftHold },
  { weight: 2, arbitrary: enterStep },
  { weight: 3, arbitrary: payEnteredStep },
  { weight: 2, arbitrary: reviewStep },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payReview' as const), review: number }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sendReview' as const), review: number }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answerReview' as const), review: number }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('declineReview' as const, 'cancelReview' as const, 'supportReview' as const),
      review: number,
    }),
  },
  { weight: 3, arbitrary: jobStep(['clinics', 'reviews']) },
]

const severalOf = (steps: readonly Weighted[], lengths: { minLength: number; maxLength: number }) => {
  const one = fc.oneof(...steps)
  return fc.array(
    fc.oneof(
      { weight: 6, arbitrary: one as fc.Arbitrary<Step> },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('together' as const),
          steps: fc.array(one, { minLength: 2, maxLength: 3 }),
        }),
      },
    ),
    lengths,
  )
}

const firstHold = fc.record({
  do: fc.constant('hold' as const),
  student: fc.nat({ max: 2 }),
  slot: number,
  minutes: fc.constant(60),
  code: fc.option(fc.constantFrom(...codes), { nil: undefined, freq: 2 }),
})

/** Sequences of individually paid lessons. They begin with a lesson that is held and paid, so that most sequences involve money. */
export const lessonSequence: fc.Arbitrary<Step[]> = fc
  .tuple(firstHold, severalOf(lessonSteps, { minLength: 6, maxLength: 24 }), fc.nat({ max: 2 }))
  .map(([first, rest, told]) => [
    first,
    { do: 'pay', lesson: 0 },
    ...(told ? [{ do: 'deliver', event: 0 } as const] : []),
    ...rest,
  ])

const firstPackage = fc
  .record({
    student: fc.nat({ max: 2 }),
    slot: number,
    lessons: fc.constantFrom(2, 3, 5),
    days: fc.constantFrom(30, 90, 180),
    place,
  })
  .map((terms): Step[] => [
    { do: 'propose', minutes: 60, ...terms },
    { do: 'accept', proposal: 0 },
    { do: 'pay', lesson: 0 },
    { do: 'deliver', event: 0 },
  ])

const firstBought = fc.record({ student: fc.nat({ max: 2 }), slot: number, place }).chain((purchase) =>
  fc
    .record({ lessons: fc.constantFrom(2, 3, 5), days: fc.constantFrom(30, 90, 180) })
    .map((terms): Step[] => [
      { do: 'offer', offer: 0, isSold: true, ...terms },
      { do: 'buy', offer: 0, ...purchase },
      { do: 'pay', lesson: 0 },
      { do: 'deliver', event: 0 },
    ]),
)

/** Bought without its first lesson, which is then booked. */
const firstLater = fc
  .record({
    lessons: fc.constantFrom(2, 3, 5),
    days: fc.constantFrom(30, 90, 180),
    student: fc.nat({ max: 2 }),
    slot: soonSlot,
  })
  .map(({ lessons, days, student, slot }): Step[] => [
    { do: 'offer', offer: 0, isSold: true, lessons, days },
    { do: 'buyLater', offer: 0, student },
    { do: 'paySale', sale: 0 },
    { do: 'deliver', event: 0 },
    { do: 'draw', package: 0, slot, place: 0 },
  ])

const firstWeekly = fc
  .record({ student: fc.nat({ max: 2 }), slot: soonSlot, weeks: fc.constantFrom(2, 3, 4) })
  .map((series): Step[] => [
    { do: 'holdWeekly', ...series },
    { do: 'pay', lesson: 0 },
    { do: 'deliver', event: 0 },
  ])

const firstLesson = firstHold.map((hold): Step[] => [
  hold,
  { do: 'pay', lesson: 0 },
  { do: 'deliver', event: 0 },
])

const firstSeats = fc.tuple(clinicStep, seatsStep).map(([clinic, seats]): Step[] => [
  { ...clinic, minimum: 1 },
  { ...seats, clinic: 0 },
  { do: 'pay', lesson: 0 },
  { do: 'deliver', event: 0 },
])

const firstGift = fc
  .tuple(cardStep, redeemStep, giftHold)
  .map(([card, redeem, hold]): Step[] => [
    card,
    { do: 'payCard', card: 0 },
    { do: 'deliver', event: 0 },
    { ...redeem, card: 0 },
    { ...hold, student: redeem.student },
    { do: 'pay', lesson: 0 },
    { do: 'deliver', event: 0 },
  ])

/** A proposal, package, entered lesson, weekly lessons, seats or a review that gift cards pay, alone or with a card of the bank. */
const firstGiftPurchase = fc
  .record({
    dollars: fc.constantFrom(25, 100, 200),
    student: fc.nat({ max: 2 }),
    slot: soonSlot,
    lessons: fc.constantFrom(2, 3),
    what: fc.constantFrom(
      'accept' as const,
      'buy' as const,
      'buyLater' as const,
      'enter' as const,
      'holdWeekly' as const,
      'seats' as const,
      'review' as const,
    ),
  })
  .map(({ dollars, student, slot, lessons, what }): Step[] => {
    const isGift = true
    const offer: Step = { do: 'offer', offer: 0, isSold: true, lessons, days: 90 }
    const purchase = {
      accept: [
        { do: 'propose', student, slot, minutes: 60, lessons, days: 90 },
        { do: 'accept', proposal: 0, isGift },
        { do: 'pay', lesson: 0 },
      ],
      buy: [offer, { do: 'buy', offer: 0, student, slot, isGift }, { do: 'pay', lesson: 0 }],
      buyLater: [offer, { do: 'buyLater', offer: 0, student, isGift }, { do: 'paySale', sale: 0 }],
      enter: [
        { do: 'enter', student, slot, minutes: 60 },
        { do: 'payEntered', lesson: 0, isGift },
        { do: 'pay', lesson: 0 },
      ],
      holdWeekly: [
        { do: 'holdWeekly', student, slot, weeks: lessons, isGift },
        { do: 'pay', lesson: 0 },
      ],
      seats: [
        { do: 'clinic', slot, dates: 2, seats: 3, minimum: 1 },
        { do: 'seats', clinic: 0, student, players: 2, isGolfer: false, isGift },
        { do: 'pay', lesson: 0 },
      ],
      review: [
        { do: 'review', student, isGift },
        { do: 'payReview', review: 0 },
      ],
    } satisfies Record<typeof what, Step[]>
    const cards = [0, 1].flatMap((card): Step[] => [
      { do: 'giftCard', student: 0, dollars },
      { do: 'payCard', card },
      { do: 'deliver', event: 0 },
      { do: 'redeem', card, student },
    ])
    return [...cards, ...purchase[what], { do: 'deliver', event: 0 }]
  })

const firstReview = reviewStep.map((review): Step[] => [
  review,
  { do: 'payReview', review: 0 },
  { do: 'deliver', event: 0 },
  { do: 'sendReview', review: 0 },
])

/** A lesson, or the first of weekly ones, that is called off and kept as a credit, which is usually used. */
const firstCredit = fc
  .tuple(
    fc.oneof(firstLesson, firstWeekly, firstGift),
    fc.record({ do: fc.constant('draw' as const), package: fc.constant(0), slot: soonSlot, place }),
    fc.nat({ max: 2 }),
  )
  .map(([paid, draw, used]): Step[] => [
    ...paid,
    { do: 'callOff', lesson: 0 },
    { do: 'keepCredit', lesson: 0 },
    ...(used ? [draw] : []),
  ])

/** The lesson was taught, and its payout is due. */
const taught: Step[] = [
  { do: 'connect' },
  { do: 'wait', minutes: 6_000 },
  { do: 'complete', lesson: 0, outcome: 'taught' },
  { do: 'wait', minutes: 1_560 },
]

/**
 * Sequences of all actions. They begin with a paid lesson, weekly lessons, a package, seats in a clinic, a gift card or a video review, possibly paid with gift cards
 * or with the first lesson's payout due, so that most sequences
 * involve money.
 */
export const anySequence: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.oneof(
      firstLesson,
      firstPackage,
      firstBought,
      firstLater,
      firstWeekly,
      firstSeats,
      firstGift,
      firstGiftPurchase,
      firstReview,
      firstCredit,
      fc.tuple(firstPackage, firstLesson).map((both) => both.flat()),
    ),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<Step[]>([]) },
      { weight: 1, arbitrary: fc.constant(taught) },
    ),
    severalOf([...lessonSteps, ...weeklySteps, ...weatherSteps, ...otherSteps, ...soldSteps], {
      minLength: 5,
      maxLength: 18,
    }),
  )
  .map((parts) => parts.flat())
