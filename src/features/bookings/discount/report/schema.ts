import { z } from 'zod'

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
