import { z } from 'zod'
import { writtenText } from '#platform/written-text.ts'
import { documentSchema } from '../schema.ts'

const version = z.iso.date()

export const termsInput = z.object({ version: version.optional() })

/** A version that has been announced but is not in force yet. */
const comingSchema = z.object({ version, summary: z.string() })

export const termsSchema = z.object({
  document: documentSchema,
  version,
  /** The version in force. */
  inForce: version,
  /** Announced versions, the next one first. */
  coming: z.array(comingSchema),
})

export type Terms = z.infer<typeof termsSchema>

export const termsDeskSchema = z.object({
  /** The earliest effective date for terms announced now. */
  earliest: version,
  /** The number of recipients: open accounts that are not suspended. */
  accounts: z.int(),
  /** The text in force as Markdown, as a starting point for the next version. */
  text: z.string(),
  /** Newest first. */
  versions: z.array(
    z.object({
      version,
      state: z.enum(['coming', 'in_force', 'past']),
      summary: z.string().nullable(),
      announcedAt: z.int(),
      /** When the last of the emails was enqueued; null while they are being sent. */
      toldAt: z.int().nullable(),
    }),
  ),
})

export type TermsDesk = z.infer<typeof termsDeskSchema>

export const announceTermsSchema = z.object({
  version: z.iso.date('Please choose the day from which they hold'),
  summary: writtenText().trim().min(1, 'Please say what changes').max(2000),
  text: writtenText().trim().min(200, 'Please enter all of the terms').max(100_000),
})

export type AnnounceTerms = z.output<typeof announceTermsSchema>

/** The email that announcing terms would send, and the number of recipients. */
export const termsPreviewSchema = z.object({
  recipients: z.int(),
  subject: z.string(),
  html: z.string(),
})

export type TermsPreview = z.infer<typeof termsPreviewSchema>
