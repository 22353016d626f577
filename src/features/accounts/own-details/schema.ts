import { z } from 'zod'
import { suppressionReasons } from '#features/notifications/suppression.ts'
import { writtenLine } from '#platform/written-text.ts'
import { nameField, phoneField } from '../schema.ts'

/** Details that users can change directly; all others have their own procedures. */
export const ownDetailsSchema = z.object({
  name: nameField,
  phone: phoneField,
  city: writtenLine().trim().max(100, 'City must be less than 100 characters'),
  /** Which contact details the coach of a confirmed lesson can see; unchanged if omitted. */
  sharesPhone: z.boolean().optional(),
  sharesEmail: z.boolean().optional(),
})

export const ownAccountSchema = z.object({
  name: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  /** Emails to the address bounce or were reported as spam, so none are sent. */
  emailTrouble: z.enum(suppressionReasons).nullable(),
  phone: z.string(),
  city: z.string(),
  sharesPhone: z.boolean(),
  sharesEmail: z.boolean(),
  hasPassword: z.boolean(),
})

/** The user's own account, as displayed to them. */
export type OwnAccount = z.infer<typeof ownAccountSchema>
