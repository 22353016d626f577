import { parse, serialize } from 'hono/utils/cookie'
import { signedValues } from './signed-value.ts'

interface CookieSettings {
  appUrl: string
  SESSION_SECRET: string
}

const isSecure = (appUrl: string) => appUrl.startsWith('https://')

/** The full name of one of our cookies. On HTTPS it has the `__Host-` prefix, which browsers only accept from this host. */
export const cookieNamed = (appUrl: string, name: string) => `${isSecure(appUrl) ? '__Host-' : ''}${name}`

/** Returns the decoded value of a request cookie; undefined without one. */
export const readCookie = (headers: Headers, name: string): string | undefined =>
  parse(headers.get('cookie') ?? '', name)[name]

/** Returns a copy of the request headers without one cookie. */
export function withoutCookie(headers: Headers, name: string): Headers {
  const rest = new Headers(headers)
  const kept = (headers.get('cookie')?.split('; ') ?? []).filter((part) => !part.startsWith(`${name}=`))
  if (kept.length > 0) rest.set('cookie', kept.join('; '))
  else rest.delete('cookie')
  return rest
}

/**
 * Adds one of our cookies to a response: not readable by scripts, not sent with requests of other sites, and valid for all pages.
 * @param name full, see {@link cookieNamed}
 * @param seconds how long the browser keeps it; undefined: until the browser is closed
 */
export function setCookie(
  appUrl: string,
  answer: Headers,
  { name, value, seconds }: { name: string; value: string; seconds: number | undefined },
): void {
  const life = seconds === undefined ? {} : { maxAge: seconds }
  const secure = isSecure(appUrl)
  answer.append(
    'set-cookie',
    serialize(name, value, { path: '/', ...life, httpOnly: true, secure, sameSite: 'Lax' }),
  )
}

/** A cookie whose value is not secret but cannot be forged. */
export interface SignedCookie {
  /** Returns the value; null without the cookie or if its signature is invalid. */
  read(request: Headers): string | null
  /** Adds the cookie to a response and returns its value. */
  set(answer: Headers, value: string): string
}

/**
 * @param cookie.name without a prefix
 * @param cookie.purpose of the signature, see {@link signedValues}
 * @param cookie.seconds how long the browser keeps it; undefined: until the browser is closed
 */
export function signedCookie(
  { appUrl, SESSION_SECRET }: CookieSettings,
  cookie: { name: string; purpose: string; seconds?: number },
): SignedCookie {
  const name = cookieNamed(appUrl, cookie.name)
  const values = signedValues(SESSION_SECRET, cookie.purpose)
  return {
    read: (request) => values.read(readCookie(request, name)),
    set(answer, value) {
      setCookie(appUrl, answer, { name, value: values.sign(value), seconds: cookie.seconds })
      return value
    },
  }
}
