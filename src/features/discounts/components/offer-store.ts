import type { ExitOffer } from '../schema.ts'

const OFFER = 'greenside.exit-offer'
const ASKED = 'greenside.exit-offer-asked'

/**
 * Reads the offer stored in this tab for a coach; null when there is none or it has expired.
 * @param now milliseconds since 1970, UTC
 */
export function readOffer(instructorId: string, now: number): ExitOffer | null {
  const kept = parse(read(OFFER))
  return kept && kept.instructorId === instructorId && Date.parse(kept.expiresAt) > now ? kept : null
}

/** Stores an offer across reloads and sign-in; null removes it. */
export function storeOffer(offer: ExitOffer | null): void {
  write(OFFER, offer && JSON.stringify(offer))
}

/** True when the server answered in this session, with or without an offer. */
export const wasAsked = (): boolean => read(ASKED) !== null

export const rememberAsked = (): void => write(ASKED, 'yes')

/** The server validates every token; this only prevents corrupt storage from breaking the page. */
function parse(text: string | null): ExitOffer | null {
  if (!text) return null
  try {
    const { instructorId, token, percentOff, expiresAt } = JSON.parse(text)
    const isWhole = [instructorId, token, expiresAt].every((part) => typeof part === 'string')
    return isWhole && typeof percentOff === 'number' ? { instructorId, token, percentOff, expiresAt } : null
  } catch {
    return null
  }
}

function read(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) window.sessionStorage.removeItem(key)
    else window.sessionStorage.setItem(key, value)
  } catch {
    // Without session storage the browser requests the offer again, and the server returns no second one.
  }
}
