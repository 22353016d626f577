import { randomBytes } from 'node:crypto'
import type { Actor } from './actor.ts'
import { type AwaitsCode, createAuth, IDLE_MS, type OpenedSession, type SessionOptions } from './auth.ts'
import { authTime } from './auth-clock.ts'
import { authCookies, readCookie } from './auth-cookies.ts'
import { isApiError } from './auth-errors.ts'
import { cachedUntilAnnounced } from './cached-until-announced.ts'
import { constraintOf } from './db.ts'
import { AppError } from './errors.ts'
import { noteActor } from './request-notes.ts'
import { createSecondFactor, type SecondFactor } from './second-factor.ts'

const DAY_MS = 86_400_000

/** Every session ends so long after signing in, however much it is used. The database holds it to that. */
const LONGEST_MS = 90 * DAY_MS
/** How often the use of a session is noted, and its cookie made to last on. */
const NOTED_EVERY_MS = DAY_MS
/** For how long the actor behind a cookie is cached at most, and what one takes: some ten thousand of them fit. */
const HALF_A_MINUTE = 30_000
const ACTOR_BYTES = 300
const ACTORS_MAX_BYTES = 6_000_000

export interface Sessions {
  /**
   * The actor behind a request's cookie, or null. Remembered for 30 s and forgotten the moment the session changes.
   * @param answer headers of the answer to the browser: where it is given, a session in use is renewed once a day, and its
   * cookie lasts on. Without it nothing is renewed.
   */
  findActor(headers: Headers, answer?: Headers): Promise<Actor | null>
  /** The session behind a request's cookie, or null. */
  findSessionId(headers: Headers): Promise<string | null>
  /** Whose session that is, even of somebody who may do nothing yet. */
  findUserId(headers: Headers): Promise<string | null>
  /** Makes an account that can sign in, and signs it in. @throws AppError already_registered */
  signUp(input: NewAccount, headers: Headers): Promise<OpenedSession>
  /**
   * A session of its own for every sign-in; the one this browser had before ends.
   * @throws AppError wrong_credentials, the same for an unknown email and a wrong password
   */
  signIn(input: { email: string; password: string }, headers: Headers): Promise<OpenedSession | AwaitsCode>
  /** Signs somebody in who proved who they are in another way, such as by a mailed link. A second factor is asked for all the same. */
  open(userId: string, headers: Headers): Promise<OpenedSession | AwaitsCode>
  secondFactor: SecondFactor
  signOut(headers: Headers): Promise<Headers>
  /** Gives this browser's session another token, so that copies of its cookie open nothing. @returns headers that carry the cookie */
  renewToken(headers: Headers): Promise<Headers>
  /** Ends a session that was opened a moment ago. @param opened the headers that carry its cookie, and are then not sent */
  discard(opened: Headers): Promise<void>
  /** For after a change of somebody's sessions or role: this process forgets at once what it knew, others hear of it. */
  forget(userId: string): void
}

export interface NewAccount {
  fullName: string
  email: string
  phone: string
  password: string
}

/** Sessions by better-auth over our own tables, with HttpOnly SameSite cookies. Its own addresses are not served. */
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
    // Only cookies that were really ours are cached, so that junk cannot fill it.
    weigh: (found) => (found ? ACTOR_BYTES : null),
    maxBytes: ACTORS_MAX_BYTES,
    keepMs: HALF_A_MINUTE,
    trueUntil: (found) => found?.until ?? 0,
    now: () => clock.now(),
  })
  const forgetPerson = (userId: string) => actors.forget(`session:${userId}`)
  const cookieOf = (headers: Headers) => readCookie(headers.get('cookie'), cookieName)

  /** The library hides why it could not read: all it reads is the database, which then is away. */
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

  /** Notes that a session is used, once a day, and makes it and its cookie last on; false when it ended meanwhile. */
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

  /** Whoever signs in here is somebody new to the old session, even the same person: it ends. */
  async function endPrevious(headers: Headers) {
    const cookie = cookieOf(headers)
    if (!cookie) return
    await auth.api.signOut({ headers }).catch(() => undefined)
    actors.drop(cookie)
  }

  /** The library answers a sign-in with a question where a second factor is on. */
  const awaitsCode = ({ response, headers }: { response: object; headers: Headers }): AwaitsCode | null =>
    'twoFactorRedirect' in response ? { awaitsCode: true, headers } : null

  return {
    secondFactor: createSecondFactor(auth, cookieName),
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
        // What is due is not remembered: the next answer that can carry the cookie does.
        return actor && { actor, ownerId: user.id, until: isDue ? 0 : until }
      })
      if (found) noteActor(found.actor)
      return found?.actor ?? null
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
      const cookie = opened
        .getSetCookie()
        .map((one) => one.split(';')[0] ?? '')
        .find((one) => one.startsWith(`${cookieName}=`))
      if (cookie) await auth.api.signOut({ headers: new Headers({ cookie }) })
    },
    forget: forgetPerson,
  }

  async function exists(email: string): Promise<boolean> {
    const context = await auth.$context
    return (await context.internalAdapter.findUserByEmail(email)) !== null
  }
}

const alreadyRegistered = () =>
  new AppError('conflict', 'already_registered', 'This email is already registered. Please sign in instead.')
