import { randomBytes } from 'node:crypto'
import type { Actor } from './actor.ts'
import { type AwaitsCode, createAuth, IDLE_MS, type OpenedSession, type SessionOptions } from './auth.ts'
import { authTime } from './auth-clock.ts'
import { authCookies } from './auth-cookies.ts'
import { isApiError } from './auth-errors.ts'
import { cachedUntilAnnounced } from './cached-until-announced.ts'
import { readCookie } from './cookies.ts'
import { constraintOf } from './db.ts'
import { DAY } from './duration.ts'
import { AppError } from './errors.ts'
import { createPasskeys, type Passkeys, type SignInAnswer } from './passkeys.ts'
import { noteActor } from './request-notes.ts'
import { createSecondFactor, type SecondFactor } from './second-factor.ts'

/** The absolute lifetime of a session, regardless of activity. The database enforces it. */
const LONGEST_MS = 90 * DAY
/** How often a session's activity is recorded and its cookie extended. */
const NOTED_EVERY_MS = DAY
/**
 * The maximum time for which an actor is cached, and the estimated size of an entry; about ten thousand fit.
 */
const HALF_A_MINUTE = 30_000
const ACTOR_BYTES = 300
const ACTORS_MAX_BYTES = 6_000_000

export interface Sessions {
  /**
   * Returns the actor for a request's cookie, or null. Cached for 30 s and invalidated as soon as the session
   * changes.
   * @param answer response headers: when given, an active session and its cookie are renewed once a day;
   *   otherwise nothing is renewed
   */
  findActor(headers: Headers, answer?: Headers): Promise<Actor | null>
  /** Returns the session id for a request's cookie, or null. */
  findSessionId(headers: Headers): Promise<string | null>
  /** Returns the id of a session that was just opened. @param opened the headers with its cookie */
  findOpenedId(opened: Headers): Promise<string | null>
  /** Returns the user id of the session, even when the user does not have access to anything yet. */
  findUserId(headers: Headers): Promise<string | null>
  /** Creates an account and signs it in. @throws AppError already_registered */
  signUp(input: NewAccount, headers: Headers): Promise<OpenedSession>
  /**
   * Signs in with a new session; this browser's previous session ends.
   * @throws AppError wrong_credentials, the same for an unknown email and a wrong password
   */
  signIn(input: { email: string; password: string }, headers: Headers): Promise<OpenedSession | AwaitsCode>
  /**
   * Signs in a user who was authenticated by other means, such as an emailed link. A second factor is still
   * required where enabled.
   */
  open(userId: string, headers: Headers): Promise<OpenedSession | AwaitsCode>
  secondFactor: SecondFactor
  passkeys: Passkeys
  signOut(headers: Headers): Promise<Headers>
  /**
   * Rotates the token of this browser's session, so that copies of its cookie become invalid.
   * @returns headers with the new cookie
   */
  renewToken(headers: Headers): Promise<Headers>
  /**
   * Ends a session that was just opened.
   * @param opened the headers with its cookie, which must not be sent
   */
  discard(opened: Headers): Promise<void>
  /**
   * Call after a user's sessions or role changed: invalidates this process's cache immediately; other
   * processes are notified.
   */
  forget(userId: string): void
}

export interface NewAccount {
  fullName: string
  email: string
  phone: string
  password: string
}

/**
 * Sessions managed by better-auth in our own tables, with HttpOnly SameSite cookies. The library's own
 * endpoints are not exposed.
 */
export function createSessions(options: SessionOptions): Sessions {
  const cookies = authCookies(options.appUrl)
  const cookieName = cookies.sessionCookie
  const { clock } = options
  const time = authTime(clock)
  const auth = createAuth(options, cookies, time)
  const actors = cachedUntilAnnounced<{ actor: Actor; ownerId: string; until: number } | null>({
    realtime: options.realtime,
    topics: ['session:'],
    isAbout: (announced, _, known) =>
      !known || announced === `session:${known.actor.userId}` || announced === `session:${known.ownerId}`,
    // Only valid cookies are cached, so that invalid ones cannot fill the cache.
    weigh: (found) => (found ? ACTOR_BYTES : null),
    maxBytes: ACTORS_MAX_BYTES,
    keepMs: HALF_A_MINUTE,
    trueUntil: (found) => found?.until ?? 0,
    now: () => clock.now(),
  })
  const forgetPerson = (userId: string) => actors.forget(`session:${userId}`)
  const cookieOf = (headers: Headers) => readCookie(headers, cookieName)
  /** Request headers with the cookie of a session that was just opened; null if none was. */
  function asRequest(opened: Headers): Headers | null {
    const cookie = opened
      .getSetCookie()
      .map((one) => one.split(';')[0] ?? '')
      .find((one) => one.startsWith(`${cookieName}=`))
    return cookie ? new Headers({ cookie }) : null
  }

  /**
   * The library hides the cause of a failed read. It reads only from the database, so a failure means that
   * the database is unavailable.
   */
  async function readSession(headers: Headers) {
    try {
      const found = await auth.api.getSession({ headers })
      return found && time.read(found.session.expiresAt) > clock.now() ? found : null
    } catch (cause) {
      throw new AppError(
        'unavailable',
        'unavailable',
        'We cannot reach our database right now. Nothing was lost. Please try again in a minute.',
        { cause },
      )
    }
  }

  /**
   * Records that a session is active, once a day, and extends it and its cookie. Returns false if the session
   * has ended in the meantime.
   */
  async function renew(session: { token: string; createdAt: Date }, headers: Headers, answer: Headers) {
    const endsAt = Math.min(clock.now() + IDLE_MS, time.read(session.createdAt) + LONGEST_MS)
    const result = await auth.api.renewSession({
      body: { token: session.token, newToken: session.token, endsAt },
      headers,
      returnHeaders: true,
    })
    for (const cookie of result.headers.getSetCookie()) answer.append('set-cookie', cookie)
    return result.response.isRenewed
  }

  /** A new sign-in always ends the browser's previous session, even one of the same user. */
  async function endPrevious(headers: Headers) {
    const cookie = cookieOf(headers)
    if (!cookie) return
    await auth.api.signOut({ headers }).catch(() => undefined)
    actors.drop(cookie)
  }

  /**
   * When a second factor is enabled, the library responds to a sign-in with a redirect flag instead of a
   * session.
   */
  const awaitsCode = ({ response, headers }: { response: object; headers: Headers }): AwaitsCode | null =>
    'twoFactorRedirect' in response ? { awaitsCode: true, headers } : null

  const passkeys = createPasskeys(auth, cookieName)
  return {
    secondFactor: createSecondFactor(auth, cookieName),
    passkeys: {
      ...passkeys,
      async signIn(answer: SignInAnswer, headers: Headers) {
        const opened = await passkeys.signIn(answer, headers)
        await endPrevious(headers)
        return opened
      },
    },
    async findActor(headers, answer) {
      const cookie = cookieOf(headers)
      if (!cookie) return null
      const found = await actors.find(cookie, async () => {
        const signedIn = await readSession(headers)
        if (!signedIn) return null
        const { session, user } = signedIn
        const isDue = clock.now() - time.read(session.updatedAt) >= NOTED_EVERY_MS
        if (isDue && answer && !(await renew(session, headers, answer))) return null
        const actor = await options.readActor({ id: session.id, userId: user.id })
        const until = Math.min(time.read(session.expiresAt), actor?.actingUntil ?? Infinity)
        // Do not cache a session that is due for renewal: the next response that can set the cookie renews
        // it.
        return actor && { actor, ownerId: user.id, until: isDue ? 0 : until }
      })
      if (found) noteActor(found.actor)
      return found?.actor ?? null
    },
    async findSessionId(headers) {
      const session = cookieOf(headers) ? await readSession(headers) : null
      return session?.session.id ?? null
    },
    async findOpenedId(opened) {
      const headers = asRequest(opened)
      return headers && ((await readSession(headers))?.session.id ?? null)
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
        // Concurrent sign-ups: the library finds no user with this email, and the database then rejects the
        // second insert.
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
      // Invalidate after signing out: a concurrent request may have found the session and cached it again.
      if (cookie) actors.drop(cookie)
      return result.headers
    },
    async renewToken(headers) {
      const { session } = (await readSession(headers)) ?? {}
      if (!session) return new Headers()
      const endsAt = time.read(session.expiresAt)
      const body = { token: session.token, newToken: randomBytes(24).toString('base64url'), endsAt }
      const result = await auth.api.renewSession({ body, headers, returnHeaders: true })
      forgetPerson(session.userId)
      return result.headers
    },
    async discard(opened) {
      const headers = asRequest(opened)
      if (headers) await auth.api.signOut({ headers })
    },
    forget: forgetPerson,
  }

  async function exists(email: string): Promise<boolean> {
    const context = await auth.$context
    return (await context.internalAdapter.findUserByEmail(email)) !== null
  }
}

/** The address has an account already. */
export const alreadyRegistered = () =>
  new AppError('conflict', 'already_registered', 'This email is already registered. Please sign in instead.')
