/** What is counted, and of whom not. Pure; the browser and the server read the same words. */

/** What people do with a coach's card or profile. The last two are profile events; each also marks the impression. */
export const coachActions = ['card_click', 'message_click', 'booking_click'] as const
export type CoachAction = (typeof coachActions)[number]

export const profileEvents = ['message_click', 'booking_click'] as const

export const vitalNames = ['LCP', 'CLS', 'INP', 'FCP', 'TTFB'] as const
export type VitalName = (typeof vitalNames)[number]
export const vitalRatings = ['good', 'needs-improvement', 'poor'] as const

/** Events in one beacon, and coaches in one list: what is more waits for the next one. */
export const BEACON_EVENTS = 40
export const LIST_COACHES = 60

/** The longest beacon that is read; a browser refuses to send much more while a page is left. */
export const BEACON_BYTES = 32 * 1024

/** A visit ends when a browser reports nothing for this long, in seconds: 30 minutes. */
export const SESSION_SECONDS = 30 * 60

/** The filters of a list as they were set, for the record. */
export type ListFilters = Record<string, string | number | boolean>

/** Coaches as they are on the page now. */
export interface DisplayedList {
  /** The ZIP code that was searched for, or null. */
  query: string | null
  filters: ListFilters
  /** 1-based place of the first of them in the whole result. */
  firstPosition: number
  coachIds: readonly string[]
}

/** What a browser says of its person’s choice not to be followed. */
export interface TrackingPreferences {
  /** `navigator.doNotTrack` or the header `DNT`; `1` means: don't. */
  doNotTrack: string | null | undefined
  /** `navigator.globalPrivacyControl`, or whether `Sec-GPC` is `1`. */
  globalPrivacyControl: boolean | undefined
}

/** True for people who asked not to be tracked, by either of the two ways there are. */
export function wantsNoTracking(preferences: TrackingPreferences): boolean {
  return (
    preferences.doNotTrack === '1' ||
    preferences.doNotTrack === 'yes' ||
    preferences.globalPrivacyControl === true
  )
}

/** A referring address without query and fragment, which may hold words and keys that are not ours; null for none. */
export function bareReferrer(referrer: string | null | undefined): string | null {
  if (!referrer) return null
  const bare = /^https?:\/\/[^/?#@\s]+(?:\/[^?#\s]*)?(?=[?#]|$)/i.exec(referrer)?.[0]
  return bare ? bare.slice(0, 500) : null
}
