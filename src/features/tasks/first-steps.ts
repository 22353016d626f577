/** What a new coach does to be found and paid. Follows from facts; goes away when all of it is done. Pure. */

/** Coaches who began longer ago have no first steps. */
export const FIRST_DAYS = 90
const DAY = 86_400_000

/** In the order in which they help: found, booked, paid. */
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
  isPaidOut: boolean
  /** The page was passed on, or somebody booked, who must have found it. */
  isShared: boolean
  isDismissed: boolean
}

export interface FirstStep {
  kind: FirstStepKind
  isDone: boolean
}

/** A new coach's list; null once all is done, it was put away, or the first days are over. @param now like the facts */
export function listFirstSteps(facts: FirstFacts, now: number): FirstStep[] | null {
  if (facts.isDismissed || now >= facts.startedAt + FIRST_DAYS * DAY) return null
  const done: Record<FirstStepKind, boolean> = {
    portrait: facts.hasPortrait,
    place: facts.hasPlace,
    hours: facts.hasHours,
    rate: facts.hasRate,
    visible: facts.isVisible,
    bank_account: facts.isPaidOut,
    share: facts.isShared,
  }
  const steps = firstStepKinds.map((kind) => ({ kind, isDone: done[kind] }))
  return steps.every(({ isDone }) => isDone) ? null : steps
}
