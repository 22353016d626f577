import { z } from 'zod'

/** `scheduled` messages wait for their time; `skipped` ones were not sent, because they were no longer true or wanted. */
export const messageStatuses = ['scheduled', 'sending', 'sent', 'failed', 'skipped'] as const
export type MessageStatus = (typeof messageStatuses)[number]

export const messageStatusWords: Record<MessageStatus, string> = {
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
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
  /** The letter as it left, without what would let its reader in; null for letters of before, and for texts. */
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** Links were left out of what is kept: they let in whoever has them. */
  hidesSecrets: z.boolean(),
  canResend: z.boolean(),
})
export type LoggedMessage = z.infer<typeof loggedMessageSchema>

export const resendOutcome = z.object({ ok: z.literal(true) })
