import { isZip } from './search.ts'

/** A ZIP code from an earlier search, with the name of its town. */
export interface Recent {
  zip: string
  town: string
}

/** Stored in this browser only. */
export const RECENT_KEY = 'greenside-recent-searches'

const HOW_MANY = 5

/** Parses the stored list; invalid entries are dropped. */
export function readRecents(stored: string | null): Recent[] {
  try {
    const found: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(found)) return []
    return found.flatMap((entry: unknown) => readRecent(entry) ?? []).slice(0, HOW_MANY)
  } catch {
    return []
  }
}

/** Newest first, each ZIP code once, at most five. */
export function addRecent(recents: readonly Recent[], newest: Recent): Recent[] {
  return [newest, ...recents.filter(({ zip }) => zip !== newest.zip)].slice(0, HOW_MANY)
}

function readRecent(entry: unknown): Recent | null {
  if (typeof entry !== 'object' || entry === null) return null
  const [zip, town]: unknown[] = [Reflect.get(entry, 'zip'), Reflect.get(entry, 'town')]
  if (typeof zip !== 'string' || !isZip(zip) || typeof town !== 'string') return null
  return { zip, town: town.slice(0, 80) }
}
