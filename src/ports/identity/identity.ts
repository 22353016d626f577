import { AppError } from '#platform/errors.ts'
import type { ProviderId } from '#platform/provider-ids.ts'

/** A provider as shown on a button. */
export interface IdentityProvider {
  id: ProviderId
  /** `Google`. */
  name: string
}

/** What we sent the browser to the provider with. Each value is random and used for one sign-in. */
export interface IdentityRequest {
  /** Returned by the provider unchanged: binds its answer to the browser that asked. */
  state: string
  /** Contained in the signed answer, so that the answer to another request is refused. */
  nonce: string
  /** The secret of PKCE: without it, a stolen code is worth nothing. */
  codeVerifier: string
  /** The page that the provider returns to. */
  redirectUri: string
}

/** What a provider says about a person. */
export interface Identity {
  /** The provider's id of the person, which never changes. */
  subject: string
  /** In lower case; null if the provider does not say. */
  email: string | null
  /** The provider has verified that the person receives email at the address. */
  isEmailVerified: boolean
  /** Empty if the provider does not say. */
  name: string
}

/** Signs people in with their account at another service. */
export interface IdentityPort {
  readonly name: string
  readonly providers: readonly IdentityProvider[]
  /**
   * The provider's page that asks the person.
   * @throws IdentityUnavailable, IdentityRefused
   */
  signInUrl(provider: ProviderId, asked: IdentityRequest): Promise<string>
  /**
   * Reads who the person is, from the parameters with which the provider returned to us.
   * @throws IdentityRefused if the person declined, or the answer is not the one to our request
   * @throws IdentityUnavailable
   */
  readIdentity(provider: ProviderId, asked: IdentityRequest, answer: URLSearchParams): Promise<Identity>
}

/** The provider's answer cannot be used to sign in. */
export class IdentityRefused extends Error {
  override name = 'IdentityRefused'
  /** The person pressed Cancel at the provider. */
  readonly isDeclined: boolean

  constructor(
    message: string,
    { cause, isDeclined = false }: { cause?: unknown; isDeclined?: boolean } = {},
  ) {
    super(message, { cause })
    this.isDeclined = isDeclined
  }
}

/** The provider did not answer. */
export class IdentityUnavailable extends AppError {
  constructor(cause?: unknown) {
    super(
      'unavailable',
      'provider_unavailable',
      'We could not reach the other service. Please try again in a minute, or sign in another way.',
      { cause },
    )
    this.name = 'IdentityUnavailable'
  }
}
