import { z } from 'zod'
import { writtenLine, writtenText } from '#platform/written-text.ts'

/** What everybody may know of a certificate that was looked at. */
export const verifiedCredentialSchema = z.object({
  credential: z.string(),
  /** The day it was looked at, UTC. */
  checkedOn: z.iso.date(),
})

/** What an admin can look at: a certificate of the profile, or the report of a background check. */
export const verificationKinds = ['certificate', 'background'] as const

/** The name under which every background check is recorded. */
export const BACKGROUND_CHECK = 'Background check'

/** An admin looked at a certificate, or at the report of a background check. */
export const recordVerificationSchema = z.object({
  instructorId: z.uuid(),
  kind: z.enum(verificationKinds).default('certificate'),
  /** A certificate as the coach's profile words it; not read for a background check. */
  credential: writtenLine().trim().min(1).max(200),
  evidence: writtenText()
    .trim()
    .min(3, 'Please describe the evidence you saw')
    .max(500, 'The evidence must be less than 500 characters'),
  /** The last day the certificate or report is good for, where it says one. */
  expiresOn: z.iso.date().nullish(),
})

/** The same as the form of the back office sends it: a date that was left out is an empty text. */
export const recordFormSchema = z.object({
  evidence: recordVerificationSchema.shape.evidence,
  expiresOn: z.iso.date('Choose a date').or(z.literal('')),
})

export const withdrawVerificationSchema = z.object({
  verificationId: z.uuid(),
  reason: writtenText()
    .trim()
    .min(3, 'Please say why')
    .max(500, 'The reason must be less than 500 characters'),
})

/** A record as admins read it; one that was withdrawn stays readable. */
export const verificationSchema = z.object({
  id: z.uuid(),
  kind: z.enum(verificationKinds),
  credential: z.string(),
  evidence: z.string(),
  verifiedBy: z.string().nullable(),
  verifiedAt: z.iso.datetime(),
  expiresOn: z.iso.date().nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
  withdrawnReason: z.string().nullable(),
})

export type Verification = z.infer<typeof verificationSchema>
