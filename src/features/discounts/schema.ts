import { z } from 'zod'
import { discountSources, normalCode } from './discount.ts'

/** A code as people type it; spaces and capitals do not matter. One longer than any code is unknown, and not a failure. */
export const promoCodeSchema = z.string().max(60).transform(normalCode).pipe(z.string().min(1))

/** The signed word of an exit offer, as the server gave it out. */
export const offerTokenSchema = z.string().min(1).max(300)

/** How a client names a discount; what it is worth is for the server to say. */
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
  /** The code that was typed; null for an exit offer. */
  code: z.string().nullable(),
})

export type ShownDiscount = z.infer<typeof shownDiscountSchema>

export const exitOfferSchema = z.object({
  instructorId: z.uuid(),
  token: z.string(),
  percentOff: z.int(),
  expiresAt: z.iso.datetime(),
})

/** Whether a coach takes part in the offer made to leaving students, and what it means for an hour of theirs. */
export const exitOfferTermsSchema = z.object({
  takesPart: z.boolean(),
  percentOff: z.int(),
  example: z.object({
    priceCents: z.int(),
    reducedCents: z.int(),
    /** What the coach earns on the offer, and without one. */
    earnsCents: z.int(),
    usuallyEarnsCents: z.int(),
  }),
})

export type ExitOfferTerms = z.infer<typeof exitOfferTermsSchema>

export type ExitOffer = z.infer<typeof exitOfferSchema>

export const exitOfferReportRequestSchema = z.object({
  /** The offers made in so many days before now. */
  days: z.coerce.number().int().min(1).max(365).default(90),
})

/** What exit offers brought and cost, a coach each: whom an admin looks at for bookings of a coach's own. Amounts are cents. */
export const exitOfferReportSchema = z.array(
  z.object({
    coachId: z.uuid(),
    coachName: z.string(),
    takesPart: z.boolean(),
    /** Made, and used up by a payment. */
    made: z.int(),
    used: z.int(),
    /** Used for lessons that were cancelled since. */
    cancelled: z.int(),
    /** Used by accounts made less than a day before. */
    byNewAccounts: z.int(),
    /** Different students who had no other lesson than the one on the offer. */
    studentsWithOneLesson: z.int(),
    /** Payments that went back because student, card, device or coach had no offer left. */
    refused: z.int(),
    paidCents: z.int(),
    discountCents: z.int(),
    /** What of the discounts the platform gave: its fee on these lessons. */
    feeGivenUpCents: z.int(),
  }),
)

export type ExitOfferReport = z.infer<typeof exitOfferReportSchema>

/** Exactly one of percent and amount; only a code of one coach is paid for by the coach. */
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
    /** The instant after which nobody uses it; null for no end. */
    validUntil: z.iso.datetime().nullable().default(null),
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
