import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'
import { notificationKinds } from './notification.ts'

/** A day of tries, a minute apart in the end: a provider that was away for an hour loses nothing, and is soon served. */
const patient = { retries: 1_450, longestWaitSeconds: 60 }

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
  /** What it is about, for those who may choose not to be told. Left out: always sent. */
  kind: z.enum(notificationKinds).optional(),
  /** The lesson it tells of, read again before it goes: what is no longer true is not sent. */
  about: z
    .object({
      bookingId: z.uuid(),
      /** How often the lesson had been moved when there was reason to write. */
      changeNumber: z.int(),
      /** When it was to begin, milliseconds since 1970, UTC. */
      start: z.int(),
    })
    .optional(),
})

export type MessageJob = z.infer<typeof message>
export type AboutLesson = NonNullable<MessageJob['about']>

/** An email from a template to a person of ours. */
export const sendTemplatedEmail = defineJob({
  name: 'send-templated-email',
  payload: message,
  ...patient,
  atOnce: 5,
})

/** The same as a text message; only to numbers whose owner said yes. */
export const sendTemplatedSms = defineJob({
  name: 'send-templated-sms',
  payload: message,
  ...patient,
  atOnce: 5,
})

const push = z.object({
  key: z.string(),
  userId: z.uuid(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  body: z.string(),
  /** A page of ours. */
  href: z.string(),
  about: message.shape.about,
})

export type PushJob = z.infer<typeof push>

/** A notification on every browser of a person that asked for them. */
export const sendPush = defineJob({ name: 'send-push', payload: push, ...patient, atOnce: 5 })

/** Tells the reader of a message about it, unless it was read meanwhile. Sent in the transaction that stores the message. */
export const sendMessageNotification = defineJob({
  name: 'send-message-notification',
  payload: z.object({ messageId: z.uuid() }),
  retries: 8,
  atOnce: 5,
})

/** Tells together what was written soon after a message that was told. */
export const sendMessageDigest = defineJob({
  name: 'send-message-digest',
  payload: z.object({ conversationId: z.uuid(), readerId: z.uuid() }),
  retries: 8,
  atOnce: 5,
})
