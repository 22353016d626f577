import { z } from 'zod'
import { providerIds } from '#platform/provider-ids.ts'
import { ownPasswordField } from '../passwords/schema.ts'
import { nameField, phoneField, signedInSchema } from '../schema.ts'

/** The page that providers return to. Operators enter its address at their provider. */
export const providerReturnPath = '/sign-in-return'

export const providerField = z.enum(providerIds)
/** A path in this application to return to. */
const redirectField = z.string().max(1_000).optional()

export const providerListSchema = z.array(z.object({ id: providerField, name: z.string() }))

export const startProviderSchema = z.object({ provider: providerField, redirect: redirectField })
export const connectProviderSchema = startProviderSchema.extend({ password: ownPasswordField })

/** The address of the provider's page. */
export const providerPageSchema = z.object({ url: z.string() })

/** The query string with which the provider returned to us. */
export const finishProviderSchema = z.object({ answer: z.string().max(4_000) })

/** What we still need to know from a person who is new here. The address is the provider's. */
export const providerAccountSchema = z.object({ name: nameField, phone: phoneField })

const refusals = ['declined', 'not_verified', 'connected_elsewhere', 'other_account'] as const

/** What came of a visit to a provider. */
export const finishedProviderSchema = z.object({
  /** The provider's name. */
  provider: z.string(),
  /** The path in this application to go to next. */
  redirect: z.string(),
  result: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('signed_in'), next: signedInSchema }),
    z.object({ kind: z.literal('connected') }),
    /** The address has an account that is not connected to the provider. */
    z.object({ kind: z.literal('account_exists'), email: z.string() }),
    z.object({ kind: z.literal('new_account'), email: z.string(), name: z.string() }),
    z.object({ kind: z.literal('refused'), why: z.enum(refusals), isConnecting: z.boolean() }),
  ]),
})
export type FinishedProvider = z.infer<typeof finishedProviderSchema>
export type ProviderResult = FinishedProvider['result']
