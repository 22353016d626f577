import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import type { Actor } from './actor.ts'
import { authCookies, readCookie } from './auth-cookies.ts'
import { isApiError } from './auth-errors.ts'
import { constraintOf, type Database } from './db.ts'
import { AppError } from './errors.ts'
import { openSessionPlugin } from './open-session.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { Realtime } from './realtime.ts'
import { rememberedActors } from './remembered-actors.ts'
import { createSecondFactor, type SecondFactor, secondFactorPlugin } from './second-factor.ts'

export interface SessionOptions {
  db: Database
  /** Drizzle tables under the library's names; the user table calls its name column `fullName`. */
  tables: Record<'user' | 'session' | 'account' | 'verification' | 'twoFactor', unknown>
  secret: string
  appUrl: string
  realtime: Realtime
  /** Reads what someone may do from the database; null for a person who is gone. */
  readActor: (userId: string, impersonatedBy: string | undefined) => Promise<Actor | null>
}

/** Somebody just signed in: who, and the headers that carry the cookie. */
export interface Entered {
  userId: string
  headers: Headers
}

/** Somebody proved the first factor, and has a second: the headers carry what remembers it for ten minutes. No session yet. */
export interface AwaitsCode {
  awaitsCode: true
  headers: Headers
}

export interface Sessions {
  /** The actor behind a request's cookie, or null. Remembered for 30 s and forgotten the moment the session changes. */
  findActor(headers: Headers): Promise<Actor | null>
  /** The session behind a request's cookie, or null. */
  findSessionId(headers: Headers): Promise<string | null>
  /** Whose session that is, even of somebody who may do nothing yet. */
  findUserId(headers: Headers): Promise<string | null>
  /** Makes an account that can sign in, and signs it in. @throws AppError already_registered */
  signUp(input: NewAccount, headers: Headers): Promise<Entered>
  /**
   * A session of its own for every sign-in; the one this browser had before ends.
   * @throws AppError wrong_credentials, the same for an unknown email and a wrong password
   */
  signIn(input: { email: string; password: string }, headers: Headers): Promise<Entered | AwaitsCode>
  /** Signs somebody in who proved who they are in another way, such as by a mailed link. A second factor is asked for all the same. */
  open(userId: string, headers: Headers): Promise<Entered | AwaitsCode>
  secondFactor: SecondFactor
  signOut(headers: Headers): Promise<Headers>
  /**
   * @param endOthers ends all sessions and opens a new one for this browser, whose cookie is in the result
   * @throws AppError wrong_password
   */
  changePassword(
    input: { currentPassword: string; newPassword: string; endOthers: boolean },
    headers: Headers,
  ): Promise<Headers>
  /** For after a change of somebody's sessions or role: this process forgets at once what it knew, others hear of it. */
  forget(userId: string): void
}

export interface NewAccount {
  fullName: string
  email: string
  phone: string
  password: string
}

export type Auth = ReturnType<typeof createAuth>

function createAuth(options: SessionOptions, cookies: ReturnType<typeof authCookies>) {
  const secondFactor = secondFactorPlugin()
  const [afterSignIn] = secondFactor.hooks.after
  if (!afterSignIn) throw new Error('the second factor asks for no code')
  return betterAuth({
    baseURL: options.appUrl,
    secret: options.secret,
    database: drizzleAdapter(options.db, { provider: 'pg', schema: options.tables }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      autoSignIn: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: {
      fields: { name: 'fullName' },
      additionalFields: { phone: { type: 'string', required: false, input: true } },
    },
    session: { expiresIn: 30 * 86_400, updateAge: 86_400 },
    plugins: [secondFactor, openSessionPlugin(afterSignIn.handler)],
    // Our own procedures count attempts, by account and by address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      database: { generateId: 'uuid' },
      ...cookies.settings,
      // It would believe any X-Forwarded-For.
      ipAddress: { disableIpTracking: true },
    },
  })
}

/** Sessions by better-auth over our own tables, with HttpOnly SameSite cookies. Its own addresses are not served. */
export function createSessions(options: SessionOptions): Sessions {
  const cookies = authCookies(options.appUrl)
  const cookieName = cookies.sessionCookie
  const auth = createAuth(options, cookies)
  const actors = rememberedActors(options.realtime)
  const cookieOf = (headers: Headers) => readCookie(headers.get('cookie'), cookieName)

  /** The library hides why it could not read: all it reads is the database, which then is away. */
  async function readSession(headers: Headers) {
    try {
      return await auth.api.getSession({ headers })
    } catch (cause) {
      throw new AppError(
        'unavailable',
        'unavailable',
        'Our database is catching its breath. Nothing was lost; please try again.',
        { cause },
      )
    }
  }

  /** Whoever signs in here is somebody new to the old session, even the same person: it ends. */
  async function endPrevious(headers: Headers) {
    const cookie = cookieOf(headers)
    if (!cookie) return
    await auth.api.signOut({ headers }).catch(() => undefined)
    actors.forgetCookie(cookie)
  }

  /** The library answers a sign-in with a question where a second factor is on. */
  const awaitsCode = ({ response, headers }: { response: object; headers: Headers }): AwaitsCode | null =>
    'twoFactorRedirect' in response ? { awaitsCode: true, headers } : null

  return {
    secondFactor: createSecondFactor(auth, cookieName),
    async findActor(headers) {
      const cookie = cookieOf(headers)
      if (!cookie) return null
      return await actors.find(cookie, async () => {
        const session = await readSession(headers)
        return session ? await options.readActor(session.user.id, undefined) : null
      })
    },
    async findSessionId(headers) {
      const session = cookieOf(headers) ? await readSession(headers) : null
      return session?.session.id ?? null
    },
    async findUserId(headers) {
      const session = cookieOf(headers) ? await readSession(headers) : null
      return session?.user.id ?? null
    },
    async signUp(input, headers) {
      const { fullName: name, email, password, phone } = input
      try {
        const made = await auth.api.signUpEmail({
          body: { name, email, password, phone },
          headers,
          returnHeaders: true,
        })
        await endPrevious(headers)
        return { userId: made.response.user.id, headers: made.headers }
      } catch (error) {
        // Two at once: the library finds nobody of that email, and the database refuses the second.
        if (isApiError(error, 'USER_ALREADY_EXISTS') || constraintOf(error)?.kind === 'unique')
          throw alreadyRegistered()
        if (isApiError(error, 'FAILED_TO_CREATE_USER') && (await exists(email))) throw alreadyRegistered()
        throw error
      }
    },
    async signIn(input, headers) {
      try {
        const result = await auth.api.signInEmail({ body: input, headers, returnHeaders: true })
        await endPrevious(headers)
        return awaitsCode(result) ?? { userId: result.response.user.id, headers: result.headers }
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
    async open(userId, headers) {
      const result = await auth.api.openSession({ body: { userId }, headers, returnHeaders: true })
      await endPrevious(headers)
      return awaitsCode(result) ?? { userId, headers: result.headers }
    },
    async signOut(headers) {
      const cookie = cookieOf(headers)
      const result = await auth.api.signOut({ headers, returnHeaders: true })
      // Afterwards: requests that came meanwhile found the session still there, and were remembered.
      if (cookie) actors.forgetCookie(cookie)
      return result.headers
    },
    async changePassword({ currentPassword, newPassword, endOthers }, headers) {
      try {
        const result = await auth.api.changePassword({
          body: { currentPassword, newPassword, revokeOtherSessions: endOthers },
          headers,
          returnHeaders: true,
        })
        actors.forgetPerson(result.response.user.id)
        return result.headers
      } catch (error) {
        if (isApiError(error, 'INVALID_PASSWORD') || isApiError(error, 'CREDENTIAL_ACCOUNT_NOT_FOUND'))
          throw new AppError('not_allowed', 'wrong_password', 'That is not your password.')
        throw error
      }
    },
    forget: actors.forgetPerson,
  }

  async function exists(email: string): Promise<boolean> {
    const context = await auth.$context
    return (await context.internalAdapter.findUserByEmail(email)) !== null
  }
}

const alreadyRegistered = () =>
  new AppError('conflict', 'already_registered', 'This email is already registered. Please sign in instead.')
