import { z } from 'zod'
import { suppressionReasons } from '#features/notifications/suppression.ts'
import { writtenLine } from '#platform/written-text.ts'
import { nameField, phoneField } from '../schema.ts'

/** What people may change about themselves; everything else has its own way. */
export const ownDetailsSchema = z.object({
  name: nameField,
  phone: phoneField,
  city: writtenLine().trim().max(100, 'City must be less than 100 characters'),
  /** What the coach of a confirmed lesson sees; unchanged when left out. */
  sharesPhone: z.boolean().optional(),
  sharesEmail: z.boolean().optional(),
})

export const ownAccountSchema = z.object({
  name: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  /** Letters to it come back, or were called spam: nothing is sent there. */
  emailTrouble: z.enum(suppressionReasons).nullable(),
  phone: z.string(),
  city: z.string(),
  sharesPhone: z.boolean(),
  sharesEmail: z.boolean(),
  hasPassword: z.boolean(),
})

/** What somebody sees of their own account. */
export type OwnAccount = z.infer<typeof ownAccountSchema>
