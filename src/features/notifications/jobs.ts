import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

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
  /** Of somebody without an account: what a link at the end of the mail stops. */
  addressId: z.uuid().optional(),
  variables: z.record(z.string(), z.string()),
  /** What kind of message it is: says who may turn it off, and when it is no longer true. */
  kind: z.string().optional(),
  /** What it is about, as its kind declares it: looked at again before the message leaves. */
  about: z.looseObject({}).optional(),
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
  kind: z.string(),
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
