import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import type { ProviderId } from '#platform/provider-ids.ts'
import {
  type Identity,
  type IdentityPort,
  type IdentityProvider,
  IdentityRefused,
  IdentityUnavailable,
} from './identity.ts'

const TIMEOUT_SECONDS = 10
const LONGEST_EMAIL = 255

export interface OidcProvider extends IdentityProvider {
  /** Its configuration is read from `{issuer}/.well-known/openid-configuration`. */
  issuer: string
  clientId: string
  clientSecret: string
}

interface OidcOptions {
  /** Replaces requests over the network; the local provider answers in this process. */
  fetch?: CustomFetch
  /** Allows providers without TLS, for those on this machine. */
  allowsHttp?: boolean
}

/** OpenID Connect providers, by the authorization code flow with PKCE. The signature of each answer is checked. */
export function oidcIdentity(providers: readonly OidcProvider[], options: OidcOptions = {}): IdentityPort {
  const configurations = new Map<ProviderId, Promise<Configuration>>()

  const providerOf = (id: ProviderId): OidcProvider => {
    const provider = providers.find((one) => one.id === id)
    if (!provider) throw new IdentityRefused(`no provider ${id}`)
    return provider
  }

  /** Read once; read again after a failure. */
  async function configurationOf({ id, issuer, clientId, clientSecret }: OidcProvider) {
    const known = configurations.get(id)
    if (known) return await known
    const reading = discovery(new URL(issuer), clientId, undefined, secretAsAccepted(clientSecret), {
      execute: [enableNonRepudiationChecks, ...(options.allowsHttp ? [allowInsecureRequests] : [])],
      timeout: TIMEOUT_SECONDS,
      ...(options.fetch ? { [customFetch]: options.fetch } : {}),
    })
    configurations.set(id, reading)
    try {
      return await reading
    } catch (error) {
      configurations.delete(id)
      throw new IdentityUnavailable(error)
    }
  }

  return {
    name: 'oidc',
    providers: providers.map(({ id, name }) => ({ id, name })),
    async signInUrl(id, { state, nonce, codeVerifier, redirectUri }) {
      const configuration = await configurationOf(providerOf(id))
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // People with several accounts choose one.
        ...(id === 'google' ? { prompt: 'select_account' } : {}),
      }).href
    },
    async readIdentity(id, { state, nonce, codeVerifier, redirectUri }, answer) {
      const configuration = await configurationOf(providerOf(id))
      return await asking(async () => {
        const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${answer}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new IdentityRefused('no identity came')
        if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint)
          return identityOf(claims.sub, claims)
        return identityOf(claims.sub, await fetchUserInfo(configuration, tokens.access_token, claims.sub))
      })
    },
  }
}

/** Sends the client's secret in the body, unless the provider accepts it in a header only. */
function secretAsAccepted(secret: string): ClientAuth {
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)]
  return (server, ...request) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? inBody : inHeader)(
      server,
      ...request,
    )
}

function identityOf(subject: string, claims: Readonly<Record<string, unknown>>): Identity {
  const { email, email_verified, name } = claims
  return {
    subject,
    email:
      typeof email === 'string' && email.length <= LONGEST_EMAIL && email.includes('@')
        ? email.toLowerCase()
        : null,
    // Some providers send the word.
    isEmailVerified: email_verified === true || email_verified === 'true',
    name: typeof name === 'string' ? name : '',
  }
}

/** The provider answered, or did not. */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof IdentityRefused) throw error
    if (error instanceof AuthorizationResponseError)
      throw new IdentityRefused('the provider returned without a code', {
        cause: error,
        isDeclined: error.error === 'access_denied',
      })
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
      throw new IdentityRefused('the code was not accepted', { cause: error })
    if (error instanceof ClientError && !isSilence(error))
      throw new IdentityRefused('the answer is not the one to our request', { cause: error })
    throw new IdentityUnavailable(error)
  }
}

const isSilence = ({ code }: ClientError) =>
  code === 'OAUTH_TIMEOUT' ||
  code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ||
  code === 'OAUTH_RESPONSE_IS_NOT_JSON'
