import { z } from 'zod'
import { linkPurposes } from './link.ts'

/** What stands in a link; anything longer was not made by us. */
export const tokenField = z.string().min(1).max(200)

export const readLinkSchema = z.object({ purpose: z.enum(linkPurposes), token: tokenField })

export const linkStateSchema = z.object({
  state: z.enum(['good', 'used', 'expired', 'unknown']),
  /** Masked; null for a link that is not ours. */
  email: z.string().nullable(),
})
