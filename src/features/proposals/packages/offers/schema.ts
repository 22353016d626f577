import { z } from 'zod'
import { reachable } from '#features/accounts/schema.ts'
import { ownLengthSchema } from '#features/availability/own-times/schema.ts'
import { lessonTypes } from '#features/bookings/booking.ts'
import { writtenLine } from '#platform/written-text.ts'
import { MAX_LESSONS, validDays } from '../../proposal.ts'
import { offerVisibilities } from './offer.ts'

const terms = {
  lessonType: z.enum(lessonTypes),
  lessons: z
    .int('Whole lessons only')
    .min(2, 'At least two lessons')
    .max(MAX_LESSONS, `At most ${MAX_LESSONS} lessons`),
  durationMinutes: z.int(),
  /** For all lessons together. */
  priceCents: z.int().min(100, 'At least $1').max(1_000_000, 'At most $10,000'),
  /** How long the lessons can be booked after the purchase. */
  validDays: z.int(),
}

/** A package as students see it on a profile. */
export const packageOfferSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  ...terms,
  /** Increases with every change of the terms; a purchase names the version that the student saw. */
  version: z.int(),
})
export type PackageOffer = z.infer<typeof packageOfferSchema>

/** The same as its coach sees it. */
export const ownOfferSchema = packageOfferSchema.extend({
  visibility: z.enum(offerVisibilities),
  /** How many were bought. */
  sold: z.int(),
})
export type OwnOffer = z.infer<typeof ownOfferSchema>

export const saveOfferSchema = z.object({
  /** The package to change; a new one when omitted. */
  offerId: z.uuid().optional(),
  /** The id for a new package, chosen by its form: saved again, for example after a lost answer, it changes the package it stored. */
  newOfferId: z.uuid().optional(),
  /** The version that the change is based on; pages of the previous version send none. */
  basedOn: z.int().optional(),
  /** Empty for the default title. */
  title: writtenLine()
    .trim()
    .max(80, 'Title must be less than 80 characters')
    .refine((text) => !reachable.test(text), 'A title cannot have a web address or a phone number in it'),
  ...terms,
  durationMinutes: ownLengthSchema,
  validDays: z.int().refine((days) => validDays.some((one) => one === days), 'Choose one of the periods'),
  visibility: z.enum(offerVisibilities),
})
export type SaveOfferInput = z.infer<typeof saveOfferSchema>
