import { z } from 'zod'
import { writtenLine } from '#platform/written-text.ts'
import { nameField, phoneField } from '../schema.ts'

/** What people may change about themselves; everything else has its own way. */
export const ownDetailsSchema = z.object({
  name: nameField,
  phone: phoneField,
  city: writtenLine().trim().max(100, 'City must be less than 100 characters'),
})

export const ownAccountSchema = z.object({
  name: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  phone: z.string(),
  city: z.string(),
  hasPassword: z.boolean(),
})

/** What somebody sees of their own account. */
export type OwnAccount = z.infer<typeof ownAccountSchema>
