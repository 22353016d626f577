/**
 * What counts in a recommendation, and how much. Every result is kept with the version of these weights: raise it with any change.
 * tests/match-quiz holds them to what people judged: without one of them, or with two exchanged, the gate fails.
 */
export const weights = {
  version: 1,
  /** Teaches what somebody wants to work on. */
  goals: 2.9,
  /** Suits how far somebody is. */
  level: 1.3,
  /** What students say, few reviews filled up with ordinary ones. */
  rating: 0.8,
  /** Near. */
  distance: 2.2,
  /** Has the equipment that was asked for. */
  technology: 1.4,
  /** Leaves room in the budget. */
  price: 0.6,
  /** Can be met soon. */
  soon: 0.4,
} as const

export type WeightName = Exclude<keyof typeof weights, 'version'>
export type Weights = Record<WeightName, number>
