import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { startLocalServer } from './local-server.ts'

/** Who signs in at the provider, and what it says about them. */
export interface OidcPerson {
  sub?: string
  email?: string
  email_verified?: boolean | string
  name?: string
}

interface Issued {
  person: OidcPerson
  nonce: string
  challenge: string
  redirectUri: string
}

/** What the double does wrong, for one sign-in. */
export interface Fault {
  nonce?: string
  audience?: string
  issuer?: string
  /** Signs with a key that it does not publish. */
  hasOtherKey?: boolean
  /** Claims are given at the userinfo endpoint only. */
  claimsLater?: boolean
  status?: number
}

/** A double of an OpenID Connect provider on 127.0.0.1: https://openid.net/specs/openid-connect-core-1_0.html */
export async function startOidcDouble(client: { clientId: string; clientSecret: string }) {
  const keys = await generateKeyPair('RS256')
  const others = await generateKeyPair('RS256')
  const codes = new Map<string, Issued>()
  const later = new Map<string, OidcPerson>()
  let fault: Fault = {}
  let issuer = ''

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const path = new URL(request.url ?? '/', 'http://double').pathname
    const body = new URLSearchParams(await text(request))
    const send = (status: number, answer: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    if (fault.status) return send(fault.status, { error: 'server_error' })
    if (path === '/.well-known/openid-configuration')
      return send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (path === '/keys')
      return send(200, { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' }] })
    if (path === '/userinfo') {
      const person = later.get((request.headers.authorization ?? '').slice('Bearer '.length))
      return person ? send(200, person) : send(401, { error: 'invalid_token' })
    }
    if (path === '/token') return await token(request, body, send)
    return send(404, {})
  }

  async function token(
    request: IncomingMessage,
    body: URLSearchParams,
    send: (status: number, answer: object) => unknown,
  ) {
    const [, basic = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? []
    // The parts are encoded like a form (RFC 6749, 2.3.1).
    const sent = new URLSearchParams(Buffer.from(basic, 'base64').toString().replace(':', '='))
    if (sent.get(client.clientId) !== client.clientSecret) return send(401, { error: 'invalid_client' })
    const code = body.get('code') ?? ''
    const issued = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (issued?.challenge !== challenge || issued.redirectUri !== body.get('redirect_uri'))
      return send(400, { error: 'invalid_grant' })
    const accessToken = randomBytes(16).toString('hex')
    const { sub = 'nobody', ...claims } = issued.person
    later.set(accessToken, issued.person)
    const signed = new SignJWT({ ...(fault.claimsLater ? {} : claims), nonce: fault.nonce ?? issued.nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(fault.issuer ?? issuer)
      .setAudience(fault.audience ?? client.clientId)
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign((fault.hasOtherKey ? others : keys).privateKey)
    return send(200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await signed,
    })
  }

  const { url, close } = await startLocalServer((request, response) => void handle(request, response))
  issuer = url
  return {
    url,
    close,
    /** A person signs in at the provider's page. @returns the query string with which it returns */
    allow(signInUrl: string, person: OidcPerson): string {
      const asked = new URL(signInUrl).searchParams
      const code = randomBytes(12).toString('hex')
      codes.set(code, {
        person,
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
      })
      return new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()
    },
    /** From now on the double does this wrong. */
    fail(how: Fault): void {
      fault = how
    },
  }
}
