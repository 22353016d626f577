import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/**
 * Retries for about a day, at most a minute apart, so that messages survive a provider outage and are sent
 * soon after it.
 */
const patient = { retries: 1_450, longestWaitSeconds: 60 }

const message = z.object({
  /** Identifies the business event and the recipient. Each key is sent once. */
  key: z.string(),
  template: z.string(),
  /** Null for a person without an account, who is given by `toEmail` and `toName`. */
  userId: z.uuid().nullable(),
  /** Overrides the person's own address, for a new or previous one. Emails only. */
  toEmail: z.string().optional(),
  toName: z.string().optional(),
  /** For a person without an account: the subscription that the unsubscribe link stops. */
  addressId: z.uuid().optional(),
  variables: z.record(z.string(), z.string()),
  /** The kind of message, which determines who can turn it off and when it is no longer true. */
  kind: z.string().optional(),
  /** The subject of the message, in the shape declared by its kind. Checked again before sending. */
  about: z.looseObject({}).optional(),
  /** The time of the event, milliseconds since 1970, UTC. */
  writtenAt: z.int().optional(),
})

export type MessageJob = z.output<typeof message>

/** Sends an email from a template. */
export const sendTemplatedEmail = defineJob({
  name: 'send-templated-email',
  payload: message,
  ...patient,
  atOnce: 5,
})

/** Sends a text from a template, only to numbers with consent. */
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
  /** Templates of title and body, filled again just before sending; see `Notice`. */
  template: z.object({ title: z.string(), body: z.string() }).optional(),
  variables: message.shape.variables.optional(),
  /** A path in this application. */
  href: z.string(),
  about: message.shape.about,
  writtenAt: message.shape.writtenAt,
})

export type PushJob = z.infer<typeof push>

/** Sends a push notification to every subscribed browser of a person. */
export const sendPush = defineJob({ name: 'send-push', payload: push, ...patient, atOnce: 5 })
