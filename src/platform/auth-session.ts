import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import type { Actor } from './actor.ts'
import type { Database } from './db.ts'
import { AppError } from './errors.ts'
import type { Realtime } from './realtime.ts'

export interface SessionOptions {
  db: Database
  /** Drizzle tables under the library's names; the user table calls its name column `fullName`. */
  tables: Record<'user' | 'session' | 'account' | 'verification', unknown>
  secret: string
  appUrl: string
  realtime: Realtime
  /** Reads what someone may do from the database; null for a person who is gone. */
  readActor: (userId: string, impersonatedBy: string | undefined) => Promise<Actor | null>
}

export interface Sessions {
  /** The actor behind a request's cookie, or null. Remembered for 30 s and forgotten the moment the session changes. */
  findActor(headers: Headers): Promise<Actor | null>
  /** Makes an account that can sign in, and signs it in. @throws AppError already_registered */
  signUp(input: NewAccount, headers: Headers): Promise<{ userId: string; headers: Headers }>
  /** @throws AppError wrong_credentials, the same for an unknown email and a wrong password */
  signIn(
    input: { email: string; password: string },
    headers: Headers,
  ): Promise<{ userId: string; headers: Headers }>
  signOut(headers: Headers): Promise<Headers>
}

export interface NewAccount {
  fullName: string
  email: string
  phone: string
  password: string
}

const REMEMBER_MS = 30_000

/** Sessions by better-auth over our own tables, with HttpOnly SameSite cookies. */
export function createSessions(options: SessionOptions): Sessions {
  const secure = options.appUrl.startsWith('https://')
  const cookieName = `${secure ? '__Host-' : ''}greenside_session`
  const auth = betterAuth({
    baseURL: options.appUrl,
    secret: options.secret,
    database: drizzleAdapter(options.db, { provider: 'pg', schema: options.tables }),
    emailAndPassword: { enabled: true, minPasswordLength: 6, maxPasswordLength: 128, autoSignIn: true },
    user: {
      fields: { name: 'fullName' },
      additionalFields: { phone: { type: 'string', required: false, input: true } },
    },
    session: { expiresIn: 30 * 86_400, updateAge: 86_400 },
    // Our own procedures count attempts, by account and by address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: secure,
      cookies: {
        session_token: {
          name: cookieName,
          attributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
        },
      },
    },
  })
  const remembered = new Map<string, { actor: Actor | null; until: number }>()
  let changes = 0
  options.realtime.subscribe('session:', (topic) => {
    changes++
    const userId = topic.slice('session:'.length)
    if (topic === '') return remembered.clear()
    for (const [cookie, entry] of remembered) if (entry.actor?.userId === userId) remembered.delete(cookie)
  })

  return {
    async findActor(headers) {
      const cookie = readCookie(headers.get('cookie'), cookieName)
      if (!cookie) return null
      const known = remembered.get(cookie)
      if (known && known.until > Date.now() && options.realtime.isLive()) return known.actor
      const changesBefore = changes
      const session = await auth.api.getSession({ headers })
      const actor = session ? await options.readActor(session.user.id, undefined) : null
      // Only cookies that were really ours are remembered, so that junk cannot fill the memory; and nothing is that
      // was read while a session changed.
      if (actor && changes === changesBefore) remember(remembered, cookie, actor)
      return actor
    },
    async signUp(input, headers) {
      try {
        const result = await auth.api.signUpEmail({
          body: { name: input.fullName, email: input.email, password: input.password, phone: input.phone },
          headers,
          returnHeaders: true,
        })
        return { userId: result.response.user.id, headers: result.headers }
      } catch (error) {
        if (isApiError(error, 'USER_ALREADY_EXISTS'))
          throw new AppError(
            'conflict',
            'already_registered',
            'This email is already registered. Please sign in instead.',
          )
        throw error
      }
    },
    async signIn(input, headers) {
      try {
        const result = await auth.api.signInEmail({ body: input, headers, returnHeaders: true })
        return { userId: result.response.user.id, headers: result.headers }
      } catch (error) {
        if (isApiError(error, 'INVALID_EMAIL_OR_PASSWORD') || isApiError(error, 'INVALID_EMAIL'))
          throw new AppError(
            'not_signed_in',
            'wrong_credentials',
            'That email and password do not match an account.',
          )
        throw error
      }
    },
    async signOut(headers) {
      const cookie = readCookie(headers.get('cookie'), cookieName)
      if (cookie) remembered.delete(cookie)
      const result = await auth.api.signOut({ headers, returnHeaders: true })
      return result.headers
    },
  }
}

function remember(
  remembered: Map<string, { actor: Actor | null; until: number }>,
  cookie: string,
  actor: Actor,
) {
  if (remembered.size >= 10_000) {
    const oldest = remembered.keys().next().value
    if (oldest !== undefined) remembered.delete(oldest)
  }
  remembered.set(cookie, { actor, until: Date.now() + REMEMBER_MS })
}

function readCookie(header: string | null, name: string): string | undefined {
  if (!header) return undefined
  for (const part of header.split('; ')) if (part.startsWith(`${name}=`)) return part.slice(name.length + 1)
  return undefined
}

function isApiError(error: unknown, code: string): boolean {
  if (!(error instanceof Error) || !('body' in error)) return false
  const body = error.body
  return typeof body === 'object' && body !== null && 'code' in body && String(body.code).startsWith(code)
}
