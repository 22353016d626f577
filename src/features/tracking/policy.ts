import { isbot } from 'isbot'
import type { Actor } from '#platform/actor.ts'
import { wantsNoTracking } from './tracking.ts'

/**
 * Whether what a request tells may be written down. Not of admins, nor of anybody an admin looks as; not of
 * programs; not of people who ask for it by `Do Not Track` or Global Privacy Control.
 */
export function mayTrack(actor: Pick<Actor, 'role' | 'impersonatedBy'> | null, headers: Headers): boolean {
  if (actor && (actor.role === 'admin' || actor.impersonatedBy !== undefined)) return false
  const preferences = {
    doNotTrack: headers.get('dnt'),
    globalPrivacyControl: headers.get('sec-gpc') === '1',
  }
  return !wantsNoTracking(preferences) && isBrowser(headers.get('user-agent'))
}

const known = new Map<string, boolean>()
const KNOWN_MAX = 2_000

/** The list of robots is long; the same few hundred browsers come again and again. */
function isBrowser(userAgent: string | null): boolean {
  if (!userAgent) return false
  const name = userAgent.slice(0, 400)
  let answer = known.get(name)
  if (answer === undefined) {
    answer = !isbot(name)
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(name, answer)
  }
  return answer
}
