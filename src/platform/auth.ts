import { randomInt } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Actor } from './actor.ts'
import { type AuthTime, adapterByClock } from './auth-clock.ts'
import type { authCookies } from './auth-cookies.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db.ts'
import { openSessionPlugin } from './open-session.ts'
import type { Passwords } from './passwords.ts'
import type { Realtime } from './realtime.ts'

export interface SessionOptions {
  db: Database
  /** Drizzle tables under the library's names; the user table calls its name column `fullName`. */
  tables: Record<'user' | 'session' | 'account' | 'verification' | 'twoFactor', unknown>
  secret: string
  appUrl: string
  realtime: Realtime
  passwords: Passwords
  /** Decides when sessions, mailed questions and trusted devices end. */
  clock: Clock
  /** Reads who a session is, and what they may do, from the database; null for a person who is gone. */
  readActor: (session: { id: string; userId: string }) => Promise<Actor | null>
}

/** Somebody just signed in: who, and the headers that carry the cookie. */
export interface OpenedSession {
  userId: string
  headers: Headers
}

/** Somebody proved the first factor, and has a second: the headers carry what remembers it for ten minutes. No session yet. */
export interface AwaitsCode {
  awaitsCode: true
  headers: Headers
}

/** A session that is not used for so long ends. */
export const IDLE_MS = 30 * 86_400_000
export type Auth = ReturnType<typeof createAuth>

/** The library over our own tables: passwords, sessions, and a second factor. */
export function createAuth(options: SessionOptions, cookies: ReturnType<typeof authCookies>, time: AuthTime) {
  const secondFactor = secondFactorPlugin()
  const [afterSignIn] = secondFactor.hooks.after
  if (!afterSignIn) throw new Error('the second factor asks for no code')
  return betterAuth({
    baseURL: options.appUrl,
    secret: options.secret,
    database: adapterByClock(drizzleAdapter(options.db, { provider: 'pg', schema: options.tables }), time),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      autoSignIn: true,
      password: { hash: options.passwords.hashPassword, verify: options.passwords.verifyPassword },
    },
    user: {
      fields: { name: 'fullName' },
      additionalFields: { phone: { type: 'string', required: false, input: true } },
    },
    // It would renew without end, and the cookie not at all.
    session: { expiresIn: IDLE_MS / 1_000, disableSessionRefresh: true },
    plugins: [secondFactor, openSessionPlugin(afterSignIn.handler, options.clock, time)],
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

/** Without letters and digits that look like one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const BACKUP_CODES = 10

/** The library's plugin, by our rules. */
const secondFactorPlugin = () =>
  twoFactor({
    issuer: 'Greenside',
    twoFactorCookieMaxAge: 10 * 60,
    trustDeviceMaxAge: 30 * 86_400,
    backupCodeOptions: { customBackupCodesGenerate: () => Array.from({ length: BACKUP_CODES }, backupCode) },
    // Our own procedures count tries: so that strangers cannot lock an owner out of a device the account knows.
    accountLockout: { enabled: false },
  })

function backupCode(): string {
  const half = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${half()}-${half()}`
}
