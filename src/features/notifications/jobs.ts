import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'
import { letterKinds, notificationKinds } from './notification.ts'

/** A day of tries, a minute apart in the end: a provider that was away for an hour loses nothing, and is soon served. */
const patient = { retries: 1_450, longestWaitSeconds: 60 }

/**
 * What a message tells of, named so that it can be looked at again before the message leaves. Instants are milliseconds since
 * 1970, UTC.
 */
const about = z.union([
  z.object({
    // Jobs that were written before there were others have no word for it.
    what: z.literal('lesson').default('lesson'),
    bookingId: z.uuid(),
    /** How often the lesson had been moved when there was reason to write. */
    changeNumber: z.int(),
    /** When it was to begin. */
    start: z.int(),
  }),
  z.object({ what: z.literal('proposal'), proposalId: z.uuid(), version: z.int(), news: z.string() }),
  z.object({ what: z.literal('package'), packageId: z.uuid(), news: z.enum(['ended', 'reminder']) }),
  z.object({ what: z.literal('messages'), conversationId: z.uuid(), upTo: z.int() }),
  z.object({ what: z.literal('call'), conversationId: z.uuid() }),
  z.object({ what: z.literal('review'), bookingId: z.uuid() }),
  z.object({ what: z.literal('payout'), payoutId: z.uuid() }),
  z.object({ what: z.literal('answer'), clientId: z.uuid() }),
  z.object({ what: z.literal('link'), tokenHash: z.string() }),
  z.object({ what: z.literal('phone'), phone: z.string() }),
  z.object({ what: z.literal('account') }),
])
export type About = z.infer<typeof about>

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
  /** What kind of message it is: says who may turn it off, and when it is no longer true. */
  kind: z.enum(letterKinds).optional(),
  about: about.optional(),
  /** When there was reason to write, milliseconds since 1970, UTC. */
  writtenAt: z.int().optional(),
})

export type MessageJob = z.output<typeof message>

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
  writtenAt: message.shape.writtenAt,
})

export type PushJob = z.infer<typeof push>

/** A notification on every browser of a person that asked for them. */
export const sendPush = defineJob({ name: 'send-push', payload: push, ...patient, atOnce: 5 })
