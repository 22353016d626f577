import { useEffect, useRef } from 'react'
import type { CoachAction, DisplayedList } from '../tracking.ts'

/** What pages say as it happens. Small: it is loaded with every page, while what listens comes later. */
export type Signal =
  | ({ kind: 'list' } & DisplayedList)
  | { kind: 'click'; coachId: string; action: CoachAction }
  | { kind: 'search'; zip: string; resultsCount: number }

const EARLY_MAX = 60

let listener: ((signal: Signal) => void) | null = null
/** Said before anybody listens. Null while nobody ever will: admins, and people who asked not to be tracked. */
let early: Signal[] | null = []
let lastZip: string | null = null

/** Somebody made a choice about a coach: opened the profile, a conversation or the booking. */
export function trackCoachEvent(coachId: string, action: CoachAction): void {
  say({ kind: 'click', coachId, action })
}

/** A ZIP search was answered. Coming back to the same list is no new search. */
export function trackSearch(zip: string, resultsCount: number): void {
  if (zip === lastZip) return
  lastZip = zip
  say({ kind: 'search', zip, resultsCount })
}

/** Tells of every list of coaches that the page shows, each time it changes; null while there is none. */
export function useImpressions(list: DisplayedList | null): void {
  const latest = useRef(list)
  const key = list && list.coachIds.length > 0 ? JSON.stringify(list) : null
  useEffect(() => {
    latest.current = list
  })
  useEffect(() => {
    if (key && latest.current) say({ kind: 'list', ...latest.current })
  }, [key])
}

/** From now on signals go to this listener, those that wait first. */
export function listenToSignals(to: (signal: Signal) => void): void {
  const waiting = early ?? []
  early = []
  listener = to
  for (const signal of waiting) to(signal)
}

/** Nobody listens: signals wait again, or are forgotten when nobody will. */
export function stopListening(options: { forGood: boolean }): void {
  listener = null
  early = options.forGood ? null : []
}

function say(signal: Signal) {
  if (listener) listener(signal)
  else if (early && early.length < EARLY_MAX) early.push(signal)
}
