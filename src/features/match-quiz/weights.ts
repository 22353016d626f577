/**
 * The weights of the ranking. Every result is stored with their version, which must be raised with each
 * change. The gate in tests/match-quiz compares the ranking with human judgments: it fails if a weight is
 * removed or two are swapped.
 */
export const weights = {
  version: 1,
  /** Teaches the selected goals. */
  goals: 2.9,
  /** Suits the golfer's level. */
  level: 1.3,
  /** The rating, smoothed toward the average for coaches with few reviews. */
  rating: 0.8,
  /** The distance. */
  distance: 2.2,
  /** Has the requested equipment. */
  technology: 1.4,
  /** How far the price is below the budget. */
  price: 0.6,
  /** How soon there is an open time. */
  soon: 0.4,
} as const

export type WeightName = Exclude<keyof typeof weights, 'version'>
export type Weights = Record<WeightName, number>
