import { z } from 'zod'
import { linkPurposes } from './link.ts'

/** The token of a link. A longer value cannot be valid. */
export const tokenField = z.string().min(1).max(200)

export const readLinkSchema = z.object({ purpose: z.enum(linkPurposes), token: tokenField })

export const linkStateSchema = z.object({
  state: z.enum(['good', 'used', 'expired', 'unknown']),
  /** Masked; null for an unknown link. */
  email: z.string().nullable(),
  /** The browser is not signed in as the owner, so the link requires the account's password. */
  needsPassword: z.boolean(),
  /**
   * Signing in with the link removes the existing password, which has not been proved to belong to the
   * mailbox owner.
   */
  endsPassword: z.boolean(),
})

/** The state of a link as displayed before using it. */
export type SeenLinkState = z.infer<typeof linkStateSchema>
