import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

const message = z.object({
  /** Names the business event and the recipient; the same key is sent once. */
  key: z.string(),
  template: z.string(),
  /** Null for somebody without an account, who is then `toEmail` and `toName`. */
  userId: z.uuid().nullable(),
  /** Another address than the person's own: one that is to become theirs, or was until now. Emails only. */
  toEmail: z.string().optional(),
  toName: z.string().optional(),
  variables: z.record(z.string(), z.string()),
})

export type MessageJob = z.infer<typeof message>

/** An email from a template to a person of ours. */
export const sendTemplatedEmail = defineJob({
  name: 'send-templated-email',
  payload: message,
  retries: 8,
  atOnce: 5,
})

/** The same as a text message; people without a phone number get none. */
export const sendTemplatedSms = defineJob({
  name: 'send-templated-sms',
  payload: message,
  retries: 5,
  atOnce: 5,
})
