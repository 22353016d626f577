import type { Services } from '#ports/services.ts'
import type { Visitor } from './visitor.ts'

/** An account at the local sign-in provider. */
export interface ProviderAccount {
  email: string
  isVerified?: boolean
  name?: string
}

/** The person continues at the local provider's page. @returns the query string with which it returns */
export async function continueAtProvider(
  { localIdentity }: Pick<Services, 'localIdentity'>,
  url: string,
  { email, isVerified = true, name = 'Sam Rivera' }: ProviderAccount,
): Promise<string> {
  if (!localIdentity) throw new Error('this product has no local provider')
  const asked = new URL(url).searchParams
  const code = await localIdentity.allow({
    redirectUri: asked.get('redirect_uri') ?? '',
    nonce: asked.get('nonce') ?? '',
    codeChallenge: asked.get('code_challenge') ?? '',
    email,
    isEmailVerified: isVerified,
    name,
  })
  return new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()
}

/** Returns from a provider to the page that uses its answer. */
export const finishVisit = (who: Visitor, answer: string) => who.put('/api/provider-sign-ins', { answer })

/** Signs in with the local provider. @returns what came of it */
export async function visitProvider(
  services: Pick<Services, 'localIdentity'>,
  who: Visitor,
  account: ProviderAccount,
  redirect = '/',
) {
  const begun = await who.post('/api/provider-sign-ins', { provider: 'google', redirect })
  if (begun.status !== 201) return begun
  return await finishVisit(who, await continueAtProvider(services, begun.json.url, account))
}

/** Connects the local provider to the account of a signed-in person. */
export async function connectProvider(
  services: Pick<Services, 'localIdentity'>,
  who: Visitor,
  password: string,
  account: ProviderAccount,
) {
  const begun = await who.post('/api/me/sign-in-methods/providers', { provider: 'google', password })
  if (begun.status !== 201) return begun
  return await finishVisit(who, await continueAtProvider(services, begun.json.url, account))
}
