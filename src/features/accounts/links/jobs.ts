import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'
import { linkPurposes } from './link.ts'

const request = z.object({
  /** Identifies the request: a repeated run creates the same link and sends no second email. */
  requestId: z.uuid(),
  purpose: z.enum(linkPurposes),
  /**
   * The address of the account that gets the link, if there is one. For a change of email, the new address.
   */
  email: z.string(),
  /** Set if the request was made by a signed-in user. */
  userId: z.uuid().optional(),
  /**
   * For a change of address: the access version at the time of the request. If it has changed, no link is
   * created.
   */
  accessVersion: z.int().optional(),
  /** A path in this application to go to. */
  redirect: z.string().optional(),
})

export type LinkRequest = z.infer<typeof request>

/**
 * Emails a link if the address has an account. Everything that depends on whether it has one happens in this
 * job, after the response, so that neither content nor timing reveals it.
 */
export const sendAccountLink = defineJob({
  name: 'send-account-link',
  payload: request,
  retries: 8,
  atOnce: 5,
})
