import type { Auth, OpenedSession } from './auth.ts'
import { isApiError } from './auth-errors.ts'
import { withoutCookie } from './cookies.ts'
import { AppError } from './errors.ts'

/** Signing in with a code from an authenticator app in addition to the password (TOTP, RFC 6238). */
export interface SecondFactor {
  /**
   * Creates a new secret and backup codes for the signed-in user; codes are not required until `confirm`.
   * @returns the URI that authenticator apps scan (`otpauth://…`)
   * @throws AppError not_signed_in, wrong_password
   */
  begin(password: string, headers: Headers): Promise<{ uri: string; backupCodes: string[] }>
  /**
   * Enables it with a first code. This browser gets a new session.
   * @throws AppError not_signed_in, wrong_code
   */
  confirm(code: string, headers: Headers): Promise<OpenedSession>
  /**
   * Returns the user whose second factor is pending in this browser; null if there is none or it has expired.
   */
  whoIsAsked(headers: Headers): Promise<string | null>
  /**
   * Completes a sign-in. A backup code can be used only once.
   * @param answer.trustDevice skips the second factor in this browser for 30 days
   * @throws AppError wrong_code; sign_in_again after five wrong codes or ten minutes
   */
  answer(answer: { code: string; trustDevice: boolean }, headers: Headers): Promise<OpenedSession>
  /**
   * Verifies a code of the signed-in user. A backup code can be used only once.
   * @throws AppError not_signed_in, wrong_code
   */
  check(code: string, headers: Headers): Promise<void>
  /** Disables it. @returns headers with this browser's new cookie @throws AppError wrong_password */
  end(password: string, headers: Headers): Promise<Headers>
  /** Replaces all backup codes. @throws AppError wrong_password */
  renewBackupCodes(password: string, headers: Headers): Promise<string[]>
  countBackupCodes(userId: string): Promise<number>
}

const isFromApp = (code: string) => /^\d{6}$/.test(code)

/**
 * @param sessionCookie the session cookie's name; the cookie is ignored when a sign-in is completed, because
 *   this browser may hold another user's session
 */
export function createSecondFactor(auth: Auth, sessionCookie: string): SecondFactor {
  const verify = (body: { code: string; trustDevice?: boolean }, headers: Headers) =>
    isFromApp(body.code)
      ? auth.api.verifyTOTP({ body, headers, returnHeaders: true })
      : auth.api.verifyBackupCode({ body, headers, returnHeaders: true })
  return {
    async begin(password, headers) {
      const made = await translated(() =>
        auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers }),
      )
      if (made.method !== 'totp') throw new Error('the library set up another second factor')
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
