/** The providers whose accounts people can sign in with: Google, and one other of OpenID Connect. */
export const providerIds = ['google', 'oidc'] as const
export type ProviderId = (typeof providerIds)[number]
