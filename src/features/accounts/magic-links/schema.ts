import { z } from 'zod'
import { tokenField } from '../links/schema.ts'
import { emailField } from '../schema.ts'

export const requestMagicLinkSchema = z.object({
  email: emailField,
  /** One of our own addresses, to go on to. */
  redirect: z.string().max(1000).optional(),
})

export const magicLinkSchema = z.object({ token: tokenField })
