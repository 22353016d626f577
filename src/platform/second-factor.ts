import type { Auth, OpenedSession } from './auth.ts'
import { withoutCookie } from './auth-cookies.ts'
import { isApiError } from './auth-errors.ts'
import { AppError } from './errors.ts'

/** Signing in with a code of an app besides the password (TOTP, RFC 6238). */
export interface SecondFactor {
  /**
   * Makes a new secret and backup codes for whoever is signed in; nothing is asked for until `confirm`.
   * @returns the address apps scan (`otpauth://…`)
   * @throws AppError not_signed_in, wrong_password
   */
  begin(password: string, headers: Headers): Promise<{ uri: string; backupCodes: string[] }>
  /** Turns it on with a first code. This browser gets a new session. @throws AppError not_signed_in, wrong_code */
  confirm(code: string, headers: Headers): Promise<OpenedSession>
  /** Whose code is waited for in this browser, after a first factor; null when nobody's, or not any more. */
  whoIsAsked(headers: Headers): Promise<string | null>
  /**
   * Completes a sign-in. A backup code is used up by it.
   * @param answer.trustDevice spares this browser the question for 30 days
   * @throws AppError wrong_code, sign_in_again after five of them or ten minutes
   */
  answer(answer: { code: string; trustDevice: boolean }, headers: Headers): Promise<OpenedSession>
  /** Asks whoever is signed in for a code. A backup code is used up by it. @throws AppError not_signed_in, wrong_code */
  check(code: string, headers: Headers): Promise<void>
  /** Turns it off. @returns headers with this browser's new cookie @throws AppError wrong_password */
  end(password: string, headers: Headers): Promise<Headers>
  /** Replaces all backup codes. @throws AppError wrong_password */
  renewBackupCodes(password: string, headers: Headers): Promise<string[]>
  countBackupCodes(userId: string): Promise<number>
}

const isFromApp = (code: string) => /^\d{6}$/.test(code)

/** @param sessionCookie its name: somebody else's session in this browser must not answer for the one who is asked */
export function createSecondFactor(auth: Auth, sessionCookie: string): SecondFactor {
  const verify = (body: { code: string; trustDevice?: boolean }, headers: Headers) =>
    isFromApp(body.code)
      ? auth.api.verifyTOTP({ body, headers, returnHeaders: true })
      : auth.api.verifyBackupCode({ body, headers, returnHeaders: true })
  return {
    async begin(password, headers) {
      const made = await translated(() => auth.api.enableTwoFactor({ body: { password }, headers }))
      return { uri: made.totpURI, backupCodes: made.backupCodes }
    },
    async confirm(code, headers) {
      const done = await translated(() =>
        auth.api.verifyTOTP({ body: { code }, headers, returnHeaders: true }),
      )
      return { userId: done.response.user.id, headers: done.headers }
    },
    async whoIsAsked(headers) {
      return (await auth.api.readAwaited({ headers })).userId
    },
    async answer(answer, headers) {
      const done = await translated(() => verify(answer, withoutCookie(headers, sessionCookie)))
      return { userId: done.response.user.id, headers: done.headers }
    },
    async check(code, headers) {
      await translated(() => verify({ code }, headers))
    },
    async end(password, headers) {
      const done = await translated(() =>
        auth.api.disableTwoFactor({ body: { password }, headers, returnHeaders: true }),
      )
      return done.headers
    },
    async renewBackupCodes(password, headers) {
      const made = await translated(() => auth.api.generateBackupCodes({ body: { password }, headers }))
      return made.backupCodes
    },
    async countBackupCodes(userId) {
      return (await auth.api.viewBackupCodes({ body: { userId } })).backupCodes.length
    },
  }
}

const refusals: [codes: string[], error: () => AppError][] = [
  [
    ['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS', 'TOTP_NOT_ENABLED', 'BACKUP_CODES_NOT_ENABLED'],
    () =>
      new AppError(
        'not_signed_in',
        'sign_in_again',
        'Too many tries, or you waited too long. Please sign in again.',
      ),
  ],
  [
    ['INVALID_CODE', 'INVALID_BACKUP_CODE', 'FAILED_TO_VERIFY'],
    () =>
      new AppError(
        'not_allowed',
        'wrong_code',
        'That code is not correct. Codes change every 30 seconds. Please enter the newest one.',
      ),
  ],
  [
    ['INVALID_PASSWORD'],
    () => new AppError('not_allowed', 'wrong_password', 'That password is not correct.'),
  ],
  [['UNAUTHORIZED'], () => new AppError('not_signed_in', 'not_signed_in', 'Please sign in first.')],
]

async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw refusals.find(([codes]) => codes.some((code) => isApiError(error, code)))?.[1]() ?? error
  }
}
