import { z } from 'zod'
import { writtenLine } from '#platform/written-text.ts'
import { shownRefundField } from '../account-deletion/schema.ts'

/** The reason for an admin action on an account, recorded in the audit log. */
export const whySchema = z.object({
  reason: writtenLine()
    .trim()
    .min(5, 'Please give a reason of at least 5 characters')
    .max(500, 'Please keep it under 500 characters'),
})
export const onUserSchema = whySchema.extend({ userId: z.uuid() })
export const closeForPersonSchema = onUserSchema.extend({ refundCents: shownRefundField })
export const setAdminSchema = onUserSchema.extend({ isAdmin: z.boolean() })
