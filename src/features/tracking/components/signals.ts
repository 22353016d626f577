import { useEffect, useRef } from 'react'
import type { CoachAction, DisplayedList } from '../tracking.ts'

/**
 * Signals that pages send to the tracker. Kept small: it is loaded with every page, the tracker is loaded
 * later.
 */
export type Signal =
  | ({ kind: 'list' } & DisplayedList)
  | { kind: 'click'; coachId: string; action: CoachAction }
  | { kind: 'search'; zip: string; resultsCount: number }

const EARLY_MAX = 60

let listener: ((signal: Signal) => void) | null = null
/**
 * Signals sent before the tracker is loaded. Null when tracking is disabled: for admins, and for users who
 * opted out.
 */
let early: Signal[] | null = []
let lastZip: string | null = null

/** Records an action on a coach: the profile, a conversation or the booking was opened. */
export function trackCoachEvent(coachId: string, action: CoachAction): void {
  say({ kind: 'click', coachId, action })
}

/** Records the results of a ZIP search. Returning to the same list is not a new search. */
export function trackSearch(zip: string, resultsCount: number): void {
  if (zip === lastZip) return
  lastZip = zip
  say({ kind: 'search', zip, resultsCount })
}

/** Records each list of coaches that the page shows, whenever it changes; null while there is none. */
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

/** Sends signals to this listener from now on, starting with the queued ones. */
export function listenToSignals(to: (signal: Signal) => void): void {
  const waiting = early ?? []
  early = []
  listener = to
  for (const signal of waiting) to(signal)
}

/** Removes the listener: signals are queued again, or dropped if tracking is off for good. */
export function stopListening(options: { forGood: boolean }): void {
  listener = null
  early = options.forGood ? null : []
}

function say(signal: Signal) {
  if (listener) listener(signal)
  else if (early && early.length < EARLY_MAX) early.push(signal)
}
