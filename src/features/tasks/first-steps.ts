import { DAY } from '#platform/duration.ts'

/**
 * The checklist for new coaches to get found and paid, computed from facts. Hidden when all items are done.
 * Pure.
 */

/** Coaches who joined longer ago see no checklist. */
export const FIRST_DAYS = 90

/** In order of usefulness: found, booked, paid. */
export const firstStepKinds = [
  'portrait',
  'place',
  'hours',
  'rate',
  'visible',
  'bank_account',
  'share',
] as const
export type FirstStepKind = (typeof firstStepKinds)[number]

/** Instants in milliseconds since 1970, UTC. */
export interface FirstFacts {
  startedAt: number
  hasPortrait: boolean
  hasPlace: boolean
  hasHours: boolean
  hasRate: boolean
  isVisible: boolean
  isAccountConnected: boolean
  /** The profile link was shared, or a student has booked, who must have found the page. */
  isShared: boolean
  isDismissed: boolean
}

export interface FirstStep {
  kind: FirstStepKind
  isDone: boolean
}

/**
 * The checklist of a new coach; null once everything is done, it was dismissed, or the first days are over.
 * @param now milliseconds since 1970, UTC
 */
export function listFirstSteps(facts: FirstFacts, now: number): FirstStep[] | null {
  if (facts.isDismissed || now >= facts.startedAt + FIRST_DAYS * DAY) return null
  const done: Record<FirstStepKind, boolean> = {
    portrait: facts.hasPortrait,
    place: facts.hasPlace,
    hours: facts.hasHours,
    rate: facts.hasRate,
    visible: facts.isVisible,
    bank_account: facts.isAccountConnected,
    share: facts.isShared,
  }
  const steps = firstStepKinds.map((kind) => ({ kind, isDone: done[kind] }))
  return steps.every(({ isDone }) => isDone) ? null : steps
}
