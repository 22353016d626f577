import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProviderId } from '#platform/provider-ids.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startOidcDouble } from '#tests/support/oidc-double.ts'
import { type IdentityPort, IdentityRefused, IdentityUnavailable } from './identity.ts'
import { localIdentity } from './local.ts'
import { oidcIdentity } from './oidc.ts'

/** A person's account at the provider. */
interface Person {
  email: string
  isVerified: boolean
  name: string
}

interface Subject {
  port: IdentityPort
  provider: ProviderId
  /** The person continues at the provider. @returns the query string of the redirect */
  allow(signInUrl: string, person: Person): Promise<string>
  close(): Promise<void>
}

const redirectUri = 'http://greenside.test/sign-in-return'
const database = testDatabase()

const client = { clientId: 'of-greenside', clientSecret: 'a secret' }
const double = await startOidcDouble(client)
afterAll(() => double.close())
const real = () =>
  oidcIdentity([{ id: 'oidc', name: 'The Club', issuer: double.url, ...client }], { allowsHttp: true })

const subjects: Record<string, () => Subject> = {
  local() {
    const port = localIdentity({
      pool: database.pool,
      appUrl: 'http://greenside.test',
      secret: 'of the identities',
    })
    return {
      port,
      provider: 'google',
      async allow(signInUrl, { email, isVerified, name }) {
        const asked = new URL(signInUrl).searchParams
        const code = await port.allow({
          redirectUri: asked.get('redirect_uri') ?? '',
          nonce: asked.get('nonce') ?? '',
          codeChallenge: asked.get('code_challenge') ?? '',
          email,
          isEmailVerified: isVerified,
          name,
        })
        return new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()
      },
      close: async () => undefined,
    }
  },
  oidc: () => ({
    port: real(),
    provider: 'oidc',
    allow: async (signInUrl, { email, isVerified, name }) =>
      double.allow(signInUrl, { sub: `of ${email}`, email, email_verified: isVerified, name }),
    close: async () => undefined,
  }),
}

const request = () => {
  const random = () => randomBytes(32).toString('base64url')
  return { state: random(), nonce: random(), codeVerifier: random(), redirectUri }
}
const olive = { email: 'Olive@Owner.test', isVerified: true, name: 'Olive Owner' }
const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 'an identity',
    (error: unknown) =>
      error instanceof IdentityRefused
        ? error.isDeclined
          ? 'declined'
          : 'refused'
        : error instanceof IdentityUnavailable
          ? 'unavailable'
          : `another error: ${error}`,
  )

describe.each(Object.entries(subjects))('the %s provider', (_, open) => {
  let subject: Subject
  beforeAll(() => {
    subject = open()
  })
  afterAll(() => subject.close())

  async function visit(person: Person = olive, asked = request()) {
    const answer = await subject.allow(await subject.port.signInUrl(subject.provider, asked), person)
    return { asked, answer: new URLSearchParams(answer) }
  }

  test('says who signs in: the same id each time, the address in lower case, and the name', async () => {
    const read = async (person: Person) => {
      const { asked, answer } = await visit(person)
      return await subject.port.readIdentity(subject.provider, asked, answer)
    }
    const first = await read(olive)
    expect(first).toMatchObject({ email: 'olive@owner.test', isEmailVerified: true, name: 'Olive Owner' })
    expect((await read(olive)).subject).toBe(first.subject)
    expect((await read({ ...olive, email: 'another@owner.test' })).subject).not.toBe(first.subject)
  })

  test('says when it has not verified the address', async () => {
    const { asked, answer } = await visit({ ...olive, isVerified: false })
    expect(await subject.port.readIdentity(subject.provider, asked, answer)).toMatchObject({
      isEmailVerified: false,
    })
  })

  test('asks for state, nonce and PKCE, and only for the address and the name', async () => {
    const asked = request()
    const query = new URL(await subject.port.signInUrl(subject.provider, asked)).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      state: asked.state,
      nonce: asked.nonce,
      code_challenge_method: 'S256',
      redirect_uri: redirectUri,
    })
    expect(query.get('code_challenge')).not.toBe(asked.codeVerifier)
  })

  test('a code works once', async () => {
    const { asked, answer } = await visit()
    await subject.port.readIdentity(subject.provider, asked, answer)
    expect(await outcome(subject.port.readIdentity(subject.provider, asked, answer))).toBe('refused')
  })

  test.each(['state', 'nonce', 'codeVerifier'] as const)(
    'an answer with another %s is refused',
    async (part) => {
      const { asked, answer } = await visit()
      const other = { ...asked, [part]: request()[part] }
      expect(await outcome(subject.port.readIdentity(subject.provider, other, answer))).toBe('refused')
    },
  )

  test('pressing Cancel is told apart from a wrong answer', async () => {
    const asked = request()
    const cancelled = new URLSearchParams({ error: 'access_denied', state: asked.state })
    expect(await outcome(subject.port.readIdentity(subject.provider, asked, cancelled))).toBe('declined')
    for (const wrong of [
      '',
      'code=',
      'code=x',
      `state=${asked.state}`,
      `code=x&state=${asked.state}`,
      'error=x',
    ])
      expect(
        await outcome(subject.port.readIdentity(subject.provider, asked, new URLSearchParams(wrong))),
        wrong,
      ).toBe('refused')
  })

  test('a provider that is not offered is refused', async () => {
    const other = subject.provider === 'google' ? 'oidc' : 'google'
    expect(await outcome(subject.port.signInUrl(other, request()))).toBe('refused')
  })
})

describe('a provider that answers wrongly', () => {
  const port = real()
  async function read(person = { sub: 'one', email: 'olive@owner.test', email_verified: true }) {
    const asked = request()
    const answer = double.allow(await port.signInUrl('oidc', asked), person)
    return await port.readIdentity('oidc', asked, new URLSearchParams(answer))
  }

  test.each([
    ['with another nonce', { nonce: 'another' }, 'refused'],
    ['for another client', { audience: 'another' }, 'refused'],
    ['in the name of another', { issuer: 'https://another.test' }, 'refused'],
    ['signed with another key', { hasOtherKey: true }, 'refused'],
    ['with an error of its own', { status: 500 }, 'unavailable'],
  ])('%s signs nobody in', async (_, fault, expected) => {
    await read()
    double.fail(fault)
    try {
      expect(await outcome(read())).toBe(expected)
    } finally {
      double.fail({})
    }
    expect(await outcome(read())).toBe('an identity')
  })

  test('is asked for the address separately if its first answer has none', async () => {
    double.fail({ claimsLater: true })
    try {
      expect(await read()).toMatchObject({ email: 'olive@owner.test', isEmailVerified: true })
    } finally {
      double.fail({})
    }
  })

  test('that cannot be reached is unavailable, and is asked again later', async () => {
    const away = oidcIdentity([{ id: 'oidc', name: 'Away', issuer: 'http://127.0.0.1:9', ...client }], {
      allowsHttp: true,
    })
    expect(await outcome(away.signInUrl('oidc', request()))).toBe('unavailable')
  })
})
