/** What the library calls the cookie that remembers whose second factor is waited for, and the one that spares a device it. */
export const AWAITED_COOKIE = 'two_factor'
const TRUSTED_COOKIE = 'trust_device'

/**
 * Names and attributes of all cookies that have to do with signing in. The library would put `__Secure-` in front of names;
 * ours say `__Host-`, which promises more.
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
        // Never set by us; the library takes them away all the same.
        session_data: { name: named('session_data') },
        account_data: { name: named('account_data') },
        dont_remember: { name: named('dont_remember') },
      },
    } as const,
  }
}

/** The value of a cookie a request brought. */
export function readCookie(header: string | null, name: string): string | undefined {
  return cookiesOf(header)
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

/** The headers of a request as if it had not brought a cookie. */
export function withoutCookie(headers: Headers, name: string): Headers {
  const rest = new Headers(headers)
  const kept = cookiesOf(headers.get('cookie')).filter((part) => !part.startsWith(`${name}=`))
  if (kept.length > 0) rest.set('cookie', kept.join('; '))
  else rest.delete('cookie')
  return rest
}

const cookiesOf = (header: string | null) => (header ? header.split('; ') : [])
