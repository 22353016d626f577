import { randomInt } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Actor } from './actor.ts'
import { type AuthTime, adapterByClock } from './auth-clock.ts'
import { type authCookies, CHALLENGE_COOKIE } from './auth-cookies.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db.ts'
import { openSessionPlugin } from './open-session.ts'
import type { Passwords } from './passwords.ts'
import type { Realtime } from './realtime.ts'
import { siteName } from './site-name.ts'

export interface SessionOptions {
  db: Database
  /** Drizzle tables by the library's names; the user table calls its name column `fullName`. */
  tables: Record<'user' | 'session' | 'account' | 'verification' | 'twoFactor' | 'passkey', unknown>
  secret: string
  appUrl: string
  /** What devices call the site of a passkey. */
  siteName: string
  realtime: Realtime
  passwords: Passwords
  /** Determines when sessions, emailed verifications and trusted devices expire. */
  clock: Clock
  /** Reads the user and permissions of a session from the database; null when the user no longer exists. */
  readActor: (session: { id: string; userId: string }) => Promise<Actor | null>
}

/** A user who has just signed in, and the response headers with the session cookie. */
export interface OpenedSession {
  userId: string
  headers: Headers
}

/**
 * The first factor was verified and a second is required. The headers contain a cookie that is valid for ten
 * minutes; there is no session yet.
 */
export interface AwaitsCode {
  awaitsCode: true
  headers: Headers
}

/** The idle timeout of a session. */
export const IDLE_MS = 30 * 86_400_000
export type Auth = ReturnType<typeof createAuth>

/** Configures the library for our tables: passwords, sessions, and a second factor. */
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
    // The library's own refresh has no absolute limit and does not renew the cookie.
    // Our own procedures ask for the password before a passkey is added, so the age of a session does not matter.
    session: { expiresIn: IDLE_MS / 1_000, disableSessionRefresh: true, freshAge: 0 },
    plugins: [
      secondFactor,
      openSessionPlugin(afterSignIn.handler, options.clock, time),
      passkeyPlugin(options.appUrl, options.siteName),
    ],
    // Our own procedures limit attempts by account and by address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      database: { generateId: 'uuid' },
      ...cookies.settings,
      // The library would trust any X-Forwarded-For header.
      ipAddress: { disableIpTracking: true },
    },
  })
}

/** Excludes letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const BACKUP_CODES = 10

/** The library's two-factor plugin with our settings. */
const secondFactorPlugin = () =>
  twoFactor({
    issuer: siteName,
    twoFactorCookieMaxAge: 10 * 60,
    trustDeviceMaxAge: 30 * 86_400,
    backupCodeOptions: { customBackupCodesGenerate: () => Array.from({ length: BACKUP_CODES }, backupCode) },
    // Our own procedures limit attempts, so that strangers cannot lock an owner out on a device that the
    // account trusts.
    accountLockout: { enabled: false },
  })

/**
 * The library's passkey plugin with our settings. The device must verify its user by finger, face or PIN, and must
 * store the passkey, so that it can be used without entering an address.
 */
const passkeyPlugin = (appUrl: string, siteName: string) =>
  passkey({
    rpID: new URL(appUrl).hostname,
    rpName: siteName,
    origin: new URL(appUrl).origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) =>
        requireVerifiedUser(verification.registrationInfo?.userVerified ?? false),
    },
    authentication: {
      afterVerification: ({ verification }) =>
        requireVerifiedUser(verification.authenticationInfo.userVerified),
    },
    advanced: { webAuthnChallengeCookie: CHALLENGE_COOKIE },
  })

/** The library asks for it, but accepts answers without. */
function requireVerifiedUser(isVerified: boolean): void {
  if (!isVerified) throw new Error('the device did not verify its user')
}

function backupCode(): string {
  const half = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${half()}-${half()}`
}
