import { z } from 'zod'
import { discountSources, normalCode } from './discount.ts'

/** A code as typed, normalized. A code that is too long is unknown, not invalid input. */
export const promoCodeSchema = z.string().max(60).transform(normalCode).pipe(z.string().min(1))

/** The signed token of an exit offer. */
export const offerTokenSchema = z.string().min(1).max(300)

/** How a client refers to a discount; the server decides its value. */
export const discountRequestSchema = z.object({
  offerToken: offerTokenSchema.optional(),
  promoCode: promoCodeSchema.optional(),
})

export type DiscountRequest = z.output<typeof discountRequestSchema>

/** A discount in a price summary. */
export const shownDiscountSchema = z.object({
  source: z.enum(discountSources),
  percentOff: z.int().nullable(),
  amountCents: z.int(),
  /** The promo code; null for an exit offer. */
  code: z.string().nullable(),
})

export type ShownDiscount = z.infer<typeof shownDiscountSchema>

export const exitOfferSchema = z.object({
  instructorId: z.uuid(),
  token: z.string(),
  percentOff: z.int(),
  expiresAt: z.iso.datetime(),
})

/** Whether a coach takes part in exit offers, and what the coach would earn per hour. */
export const exitOfferTermsSchema = z.object({
  takesPart: z.boolean(),
  percentOff: z.int(),
  example: z.object({
    priceCents: z.int(),
    reducedCents: z.int(),
    /** What the coach earns with the offer, and without one. */
    earnsCents: z.int(),
    usuallyEarnsCents: z.int(),
  }),
})

export type ExitOfferTerms = z.infer<typeof exitOfferTermsSchema>

export type ExitOffer = z.infer<typeof exitOfferSchema>

export const exitOfferReportRequestSchema = z.object({
  /** The report covers offers made in this many days before now. */
  days: z.coerce.number().int().min(1).max(365).default(90),
})

/**
 * Results and costs of exit offers per coach, for admins who look for coaches who book their own lessons.
 * Amounts in cents.
 */
export const exitOfferReportSchema = z.array(
  z.object({
    coachId: z.uuid(),
    coachName: z.string(),
    takesPart: z.boolean(),
    /** Offers made, and offers redeemed with a payment. */
    made: z.int(),
    used: z.int(),
    /** Redeemed for lessons that were canceled since. */
    cancelled: z.int(),
    /** Redeemed by accounts less than a day old. */
    byNewAccounts: z.int(),
    /** Different students whose only lesson is the one with the offer. */
    studentsWithOneLesson: z.int(),
    /** Payments that were refunded because the student, card, device or coach had no offers left. */
    refused: z.int(),
    paidCents: z.int(),
    discountCents: z.int(),
    /** The part of the discounts funded by the platform: its fee on these lessons. */
    feeGivenUpCents: z.int(),
  }),
)

export type ExitOfferReport = z.infer<typeof exitOfferReportSchema>

/**
 * Exactly one of percent and amount. A code can be funded by the coach only if it is limited to one coach.
 */
export const makePromoCodeSchema = z
  .object({
    code: promoCodeSchema.pipe(
      z
        .string()
        .regex(/^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/, 'Use 3 to 30 letters, digits and dashes, like SPRING-15'),
    ),
    percentOff: z.int('Please enter a whole number').min(1, 'At least 1').max(100, 'At most 100').nullable(),
    amountOffCents: z.int('Please enter an amount').min(1, 'At least one cent').max(100_000).nullable(),
    instructorId: z.uuid().nullable().default(null),
    fundedBy: z.enum(['platform', 'coach']).default('platform'),
    maxUses: z
      .int('Please enter a whole number')
      .min(1, 'At least 1')
      .max(1_000_000)
      .nullable()
      .default(null),
    maxUsesPerStudent: z
      .int('Please enter a whole number')
      .min(1, 'At least 1')
      .max(1_000)
      .nullable()
      .default(1),
    /** The last day on which the code can be used, in New York; null: it does not expire. */
    lastDay: z.iso.date('Please choose a day').nullable().default(null),
  })
  .refine((code) => (code.percentOff === null) !== (code.amountOffCents === null), {
    message: 'Give either a percentage or an amount',
    path: ['percentOff'],
  })
  .refine((code) => code.fundedBy === 'platform' || code.instructorId !== null, {
    message: 'Choose the coach who pays for it',
    path: ['instructorId'],
  })
export type MakePromoCode = z.output<typeof makePromoCodeSchema>
