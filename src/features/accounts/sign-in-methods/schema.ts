import { z } from 'zod'
import { providerField } from '../providers/schema.ts'

export const signInMethodsSchema = z.object({
  hasPassword: z.boolean(),
  /** The address is confirmed; before that, nothing can be added. */
  mayAdd: z.boolean(),
  /** All that are offered here or connected. */
  providers: z.array(
    z.object({
      id: providerField,
      name: z.string(),
      isConnected: z.boolean(),
      /** The address that the provider named. */
      email: z.string().nullable(),
    }),
  ),
  passkeys: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      addedAt: z.iso.datetime(),
      usedAt: z.iso.datetime().nullable(),
    }),
  ),
})
/** How a user can sign in. */
export type SignInMethods = z.infer<typeof signInMethodsSchema>
