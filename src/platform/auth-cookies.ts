/**
 * The library's names for the cookie that identifies a pending second-factor sign-in, and for the cookie of a
 * trusted device.
 */
export const AWAITED_COOKIE = 'two_factor'
const TRUSTED_COOKIE = 'trust_device'

/**
 * Names and attributes of all authentication cookies. They use the `__Host-` prefix, which is stricter than
 * the library's default `__Secure-`.
 */
export function authCookies(appUrl: string) {
  const secure = appUrl.startsWith('https://')
  const named = (name: string) => `${secure ? '__Host-' : ''}greenside_${name}`
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
        // Never set by us, but the library still deletes them.
        session_data: { name: named('session_data') },
        account_data: { name: named('account_data') },
        dont_remember: { name: named('dont_remember') },
      },
    } as const,
  }
}

/** Returns the value of a request cookie. */
export function readCookie(header: string | null, name: string): string | undefined {
  return cookiesOf(header)
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

/** Returns a copy of the request headers without one cookie. */
export function withoutCookie(headers: Headers, name: string): Headers {
  const rest = new Headers(headers)
  const kept = cookiesOf(headers.get('cookie')).filter((part) => !part.startsWith(`${name}=`))
  if (kept.length > 0) rest.set('cookie', kept.join('; '))
  else rest.delete('cookie')
  return rest
}

const cookiesOf = (header: string | null) => (header ? header.split('; ') : [])
