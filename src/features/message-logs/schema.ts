import { z } from 'zod'
import { messageStatuses } from '#features/notifications/message-status.ts'
import { suppressionReasons } from '#features/notifications/suppression.ts'

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
  /** When the provider reported the outcome, and why delivery failed. */
  deliveryAt: z.iso.datetime().nullable(),
  deliveryNote: z.string().nullable(),
  /** The email as sent, without sign-in links; null for older emails and for texts. */
  html: z.string().nullable(),
  /** The stored email does not match its checksum, so `html` is null. */
  isDamaged: z.boolean(),
  text: z.string().nullable(),
  /** Links that sign in their holder were removed from the stored copy. */
  hidesSecrets: z.boolean(),
  canResend: z.boolean(),
  /** Why the address is suppressed; null when it is not. */
  suppression: z.enum(suppressionReasons).nullable(),
})
export type LoggedMessage = z.infer<typeof loggedMessageSchema>

/** The number of recent messages by status. */
export const deliveryFiguresSchema = z.object({
  days: z.int(),
  figures: z.array(z.object({ status: z.enum(messageStatuses), count: z.int() })),
})
export type DeliveryFigures = z.infer<typeof deliveryFiguresSchema>

export const resendOutcome = z.object({ ok: z.literal(true) })
