import { cookieNamed } from './cookies.ts'

/**
 * The library's names for the cookie that identifies a pending second-factor sign-in, and for the cookie of a
 * trusted device.
 */
export const AWAITED_COOKIE = 'two_factor'
const TRUSTED_COOKIE = 'trust_device'
/** Our name for the cookie that identifies the challenge of a passkey. */
export const CHALLENGE_COOKIE = 'passkey_challenge'

/**
 * Names and attributes of all authentication cookies. They use the `__Host-` prefix, which is stricter than
 * the library's default `__Secure-`.
 */
export function authCookies(appUrl: string) {
  const secure = appUrl.startsWith('https://')
  const named = (name: string) => cookieNamed(appUrl, `greenside_${name}`)
  const sessionCookie = named('session')
  return {
    sessionCookie,
    settings: {
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
      cookies: {
        session_token: { name: sessionCookie },
        [AWAITED_COOKIE]: { name: named('second_factor') },
        [TRUSTED_COOKIE]: { name: named('trusted_device') },
        [CHALLENGE_COOKIE]: { name: named(CHALLENGE_COOKIE) },
        // Never set by us, but the library still deletes them.
        session_data: { name: named('session_data') },
        account_data: { name: named('account_data') },
        dont_remember: { name: named('dont_remember') },
      },
    } as const,
  }
}
