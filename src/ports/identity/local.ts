import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import type pg from 'pg'
import { systemClock } from '#platform/clock.ts'
import { toIso } from '#platform/time.ts'
import type { IdentityPort } from './identity.ts'
import { oidcIdentity } from './oidc.ts'

/** The issuer of the local provider. */
const ISSUER_PATH = '/dev/identity'

const CLIENT_ID = 'greenside'
const CODE_SECONDS = 10 * 60
const TOKEN_SECONDS = 5 * 60
/** The DER prefix of an Ed25519 private key (RFC 8410). */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** What the page of the local provider was asked, and what the person answered. */
export interface LocalAnswer {
  redirectUri: string
  nonce: string
  codeChallenge: string
  email: string
  isEmailVerified: boolean
  name: string
}

/** A local substitute for Google's sign-in: a small OpenID Connect provider that accepts any address. */
export interface LocalIdentity extends IdentityPort {
  /** The path of the provider's page. */
  authorizePath: string
  /** Called by the provider's page when the person continues. @returns the code for the redirect */
  allow(answer: LocalAnswer): Promise<string>
}

/**
 * The provider is called like a real one, within this process. Its times are the system's, because the client
 * library checks them by the system clock.
 * @param secret derives the key that signs the answers, so that answers of another demo are invalid
 */
export function localIdentity({
  pool,
  appUrl,
  secret,
}: {
  pool: Pick<pg.Pool, 'query'>
  appUrl: string
  secret: string
}): LocalIdentity {
  const authorizePath = `${ISSUER_PATH}/authorize`
  const issuer = `${appUrl}${ISSUER_PATH}`
  const clientSecret = derived(secret, 'client of the local identity provider').toString('base64url')
  const seed = derived(secret, 'key of the local identity provider')
  const key = createPrivateKey({ key: Buffer.concat([ED25519, seed]), format: 'der', type: 'pkcs8' })

  const answers: Record<string, (body: URLSearchParams) => Promise<Response>> = {
    '/.well-known/openid-configuration': async () =>
      Response.json({
        issuer,
        authorization_endpoint: `${appUrl}${authorizePath}`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['Ed25519'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        code_challenge_methods_supported: ['S256'],
        scopes_supported: ['openid', 'email', 'profile'],
      }),
    '/keys': async () =>
      Response.json({
        keys: [{ ...(await exportJWK(createPublicKey(key))), kid: 'local', alg: 'Ed25519', use: 'sig' }],
      }),
    '/token': tokens,
  }

  /** Exchanges a code, once, for the client and with the verifier that it was issued for. */
  async function tokens(body: URLSearchParams): Promise<Response> {
    if (body.get('client_id') !== CLIENT_ID || !isSame(body.get('client_secret') ?? '', clientSecret))
      return Response.json({ error: 'invalid_client' }, { status: 401 })
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const { rows } = await pool.query<{
      email: string
      is_email_verified: boolean
      name: string
      nonce: string
    }>(
      `delete from local_vendor.identity_codes where code = $1 and code_challenge = $2 and redirect_uri = $3
         and expires_at > $4 returning email, is_email_verified, name, nonce`,
      [body.get('code'), challenge, body.get('redirect_uri'), toIso(systemClock.now())],
    )
    const [allowed] = rows
    if (!allowed) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const now = Math.floor(systemClock.now() / 1_000)
    const idToken = await new SignJWT({
      email: allowed.email,
      email_verified: allowed.is_email_verified,
      name: allowed.name,
      nonce: allowed.nonce,
    })
      .setProtectedHeader({ alg: 'Ed25519', kid: 'local' })
      .setIssuer(issuer)
      .setAudience(CLIENT_ID)
      .setSubject(createHash('sha256').update(allowed.email).digest('hex').slice(0, 21))
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_SECONDS)
      .sign(key)
    return Response.json({
      access_token: randomBytes(24).toString('base64url'),
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      id_token: idToken,
    })
  }

  const port = oidcIdentity([{ id: 'google', name: 'Google', issuer, clientId: CLIENT_ID, clientSecret }], {
    allowsHttp: true,
    fetch: async (url, { body }) => {
      const answer = answers[new URL(url).pathname.slice(new URL(issuer).pathname.length)]
      return answer
        ? await answer(new URLSearchParams(String(body ?? '')))
        : new Response(null, { status: 404 })
    },
  })
  return {
    ...port,
    name: 'local',
    authorizePath,
    async allow({ redirectUri, nonce, codeChallenge, email, isEmailVerified, name }) {
      const code = `local-${randomBytes(16).toString('base64url')}`
      const now = systemClock.now()
      await pool.query('delete from local_vendor.identity_codes where expires_at < $1', [toIso(now)])
      await pool.query(
        `insert into local_vendor.identity_codes (code, code_challenge, redirect_uri, nonce, email, is_email_verified, name, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          code,
          codeChallenge,
          redirectUri,
          nonce,
          email.toLowerCase(),
          isEmailVerified,
          name,
          toIso(now + CODE_SECONDS * 1_000),
        ],
      )
      return code
    },
  }
}

const derived = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

const isSame = (given: string, expected: string) =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
