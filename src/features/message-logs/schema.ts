import { z } from 'zod'
import { suppressionReasons } from '#features/notifications/suppression.ts'

/**
 * `scheduled` messages wait for their time; `skipped` ones were not sent, because they were no longer true or wanted. A `sent` one
 * was taken by the provider, who may tell afterwards that it was `delivered`, or not.
 */
export const messageStatuses = [
  'scheduled',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'complained',
  'failed',
  'skipped',
] as const
export type MessageStatus = (typeof messageStatuses)[number]

export const messageStatusWords: Record<MessageStatus, string> = {
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  complained: 'Marked as spam',
  failed: 'Failed',
  skipped: 'Not sent',
}

export const logWords = {
  emailsNotLoaded: 'Failed to load email logs',
  textsNotLoaded: 'Failed to load SMS logs',
} as const

export const logRef = z.object({ channel: z.enum(['email', 'sms']), id: z.uuid() })

export const loggedMessageSchema = z.object({
  id: z.uuid(),
  channel: z.enum(['email', 'sms']),
  templateKey: z.string(),
  templateName: z.string().nullable(),
  recipientName: z.string().nullable(),
  /** An email address or a phone number. */
  recipient: z.string(),
  userId: z.uuid().nullable(),
  subject: z.string().nullable(),
  status: z.enum(messageStatuses),
  errorMessage: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  /** When the provider told what became of it, and why it did not arrive. */
  deliveryAt: z.iso.datetime().nullable(),
  deliveryNote: z.string().nullable(),
  /** The letter as it left, without what would let its reader in; null for letters of before, and for texts. */
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** Links were left out of what is kept: they let in whoever has them. */
  hidesSecrets: z.boolean(),
  canResend: z.boolean(),
  /** Why the address gets no emails now; null while it does. */
  suppression: z.enum(suppressionReasons).nullable(),
})
export type LoggedMessage = z.infer<typeof loggedMessageSchema>

/** How many messages of the last days there are of each kind. */
export const deliveryFiguresSchema = z.object({
  days: z.int(),
  figures: z.array(z.object({ status: z.enum(messageStatuses), count: z.int() })),
})
export type DeliveryFigures = z.infer<typeof deliveryFiguresSchema>

export const resendOutcome = z.object({ ok: z.literal(true) })
