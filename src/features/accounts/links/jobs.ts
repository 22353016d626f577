import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'
import { linkPurposes } from './link.ts'

const request = z.object({
  /** Names the request: running it again makes the same link and sends no second letter. */
  requestId: z.uuid(),
  purpose: z.enum(linkPurposes),
  /** Whoever has this email gets the link, if anybody. For a change of email it is the new one. */
  email: z.string(),
  /** For what somebody signed in asked for. */
  userId: z.uuid().optional(),
  /** Of a change of address: who could get in when it was asked for. Once that has changed, no link is made. */
  accessVersion: z.int().optional(),
  /** One of our own addresses, to go on to. */
  redirect: z.string().optional(),
})

export type LinkRequest = z.infer<typeof request>

/**
 * A link by email, if the address has an account. Everything that depends on whether it has one happens here, after the
 * answer: nobody learns it from what we say or how long we take.
 */
export const sendAccountLink = defineJob({
  name: 'send-account-link',
  payload: request,
  retries: 8,
  atOnce: 5,
})
