import { z } from 'zod'
import { providerIds } from '#platform/provider-ids.ts'
import { type SealedCookie, sealedCookie } from '#platform/sealed-cookie.ts'
import type { Services } from '#ports/services.ts'

type Has = Pick<Services, 'env' | 'clock'>

const VISIT_SECONDS = 15 * 60
const FORM_SECONDS = 30 * 60

const visitSchema = z.object({
  provider: z.enum(providerIds),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirect: z.string(),
  /** The account to connect, and its access version when its password was checked; null for signing in. */
  connects: z.object({ userId: z.string(), version: z.number() }).nullable(),
})
/** A visit to a provider that this browser has begun. */
export type ProviderVisit = z.infer<typeof visitSchema>

/** Holds a visit to a provider: its answer works only in the browser that began it, and once. */
export const providerVisitCookie = (services: Has): SealedCookie<ProviderVisit> =>
  sealedCookie(services, { name: 'greenside_provider', seconds: VISIT_SECONDS, schema: visitSchema })

const newcomerSchema = z.object({
  provider: z.enum(providerIds),
  subject: z.string(),
  email: z.string(),
  redirect: z.string(),
})
/** A person whom a provider has identified and who has no account yet. */
export type Newcomer = z.infer<typeof newcomerSchema>

/** Holds a newcomer's identity while they enter what is still missing. */
export const newcomerCookie = (services: Has): SealedCookie<Newcomer> =>
  sealedCookie(services, { name: 'greenside_newcomer', seconds: FORM_SECONDS, schema: newcomerSchema })
