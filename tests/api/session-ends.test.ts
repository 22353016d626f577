import { expect, test } from 'vitest'
import { many, patience, report } from '../support/counted.ts'
import { testProduct } from '../support/product.ts'
import { collectCookies, endSessions, ways } from '../support/session-ends.ts'

/** As on the real site: the public URL uses https. */
const product = testProduct({ APP_URL: 'https://greenside.test' })

test(
  'every cookie set by any endpoint is __Host-, HttpOnly, Secure, SameSite and limited to this site',
  async () => {
    const cookies = await collectCookies(product, many(1, 20))
    const wrong = cookies.filter((cookie) => {
      const attributes = cookie.toLowerCase().split(/;\s*/).slice(1)
      const has = (attribute: string) => attributes.includes(attribute)
      return !(
        cookie.startsWith('__Host-') &&
        has('httponly') &&
        has('secure') &&
        has('path=/') &&
        (has('samesite=lax') || has('samesite=strict')) &&
        !attributes.some((attribute) => attribute.startsWith('domain'))
      )
    })
    report('cookies', { set: cookies.length, wrong: wrong.length })
    expect(wrong).toEqual([])
    expect(cookies.length).toBeGreaterThan(5)
  },
  patience,
)

test(
  'after a session ends in any way, copies of its cookie fail at their next request, in use or not',
  async () => {
    const tries = many(2, 50)
    const counted = await endSessions(product, tries)
    for (const [way, counts] of Object.entries(counted)) report(way, counts)
    for (const [way, { atOnceHere, never, slowestMs }] of Object.entries(counted)) {
      if (ways[way]?.isHere) expect(atOnceHere, way).toBe(tries)
      expect(never, way).toBe(0)
      // Other processes are notified a moment later; after a change by an operator in the database, all
      // processes are.
      expect(slowestMs, way).toBeLessThan(many(10_000, 1_000))
    }
  },
  patience,
)
