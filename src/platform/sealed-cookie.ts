import { z } from 'zod'
import type { Clock } from './clock.ts'
import { cookieNamed, readCookie, setCookie } from './cookies.ts'
import { createSealer } from './sealed.ts'

/** A cookie whose value the browser can neither read nor forge, for what must survive a visit to another site. */
export interface SealedCookie<T> {
  /** Returns the value; null without the cookie, after its time, or if it was not made by us. */
  read(request: Headers): T | null
  /** Adds the cookie to a response. */
  set(answer: Headers, value: T): void
  /** Removes the cookie from the browser. */
  clear(answer: Headers): void
}

/**
 * @param cookie.name without a prefix; a value sealed for one name is invalid for another
 * @param cookie.seconds how long the value is valid, by the application clock
 */
export function sealedCookie<S extends z.ZodType>(
  { env, clock }: { env: { appUrl: string; SESSION_SECRET: string }; clock: Clock },
  cookie: { name: string; seconds: number; schema: S },
): SealedCookie<z.output<S>> {
  const name = cookieNamed(env.appUrl, cookie.name)
  const sealer = createSealer(env.SESSION_SECRET, `cookie ${cookie.name}`)
  const kept = z.object({ until: z.number(), value: z.unknown() })
  return {
    read(request) {
      const text = sealer.open(Buffer.from(readCookie(request, name) ?? '', 'base64url'), cookie.name)
      if (text === null) return null
      const { until, value } = kept.parse(JSON.parse(text))
      return until > clock.now() ? cookie.schema.parse(value) : null
    },
    set(answer, value) {
      const text = JSON.stringify({ until: clock.now() + cookie.seconds * 1_000, value })
      const sealed = sealer.seal(text, cookie.name).toString('base64url')
      setCookie(env.appUrl, answer, { name, value: sealed, seconds: cookie.seconds })
    },
    clear(answer) {
      setCookie(env.appUrl, answer, { name, value: '', seconds: 0 })
    },
  }
}
