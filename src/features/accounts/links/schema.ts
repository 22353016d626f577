import { z } from 'zod'
import { linkPurposes } from './link.ts'

/** What stands in a link; anything longer was not made by us. */
export const tokenField = z.string().min(1).max(200)

export const readLinkSchema = z.object({ purpose: z.enum(linkPurposes), token: tokenField })

export const linkStateSchema = z.object({
  state: z.enum(['good', 'used', 'expired', 'unknown']),
  /** Masked; null for a link that is not ours. */
  email: z.string().nullable(),
  /** This browser is not signed in as the owner: the link works only with the account's password. */
  needsPassword: z.boolean(),
  /** Signing in by it ends the password there is: nobody knows yet that it is the mailbox owner's. */
  endsPassword: z.boolean(),
})

/** What somebody sees of a link before using it. */
export type SeenLinkState = z.infer<typeof linkStateSchema>
