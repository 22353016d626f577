import type { ExitOffer } from '../schema.ts'

const OFFER = 'greenside.exit-offer'
const ASKED = 'greenside.exit-offer-asked'

/** The offer this tab keeps for a coach; null when there is none, or its time is over. @param now milliseconds UTC */
export function readOffer(instructorId: string, now: number): ExitOffer | null {
  const kept = parse(read(OFFER))
  return kept && kept.instructorId === instructorId && Date.parse(kept.expiresAt) > now ? kept : null
}

/** Keeps an offer through reloads and sign-in; null forgets it. */
export function keepOffer(offer: ExitOffer | null): void {
  write(OFFER, offer && JSON.stringify(offer))
}

/** True once somebody was about to leave in this session: nobody is asked twice. */
export const wasAsked = (): boolean => read(ASKED) !== null

export const rememberAsked = (): void => write(ASKED, 'yes')

/** The server looks at every token again: this only keeps a spoilt store from breaking the page. */
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
    // A browser that keeps nothing asks the server again, which makes no second offer.
  }
}
