import { type QuizStep, type QuizVariant, quizVariants, stepOrders } from './quiz.ts'

/** What the rows of the quiz say, variant by variant. Pure. */

/** From this day on the quiz is counted. */
export const FIRST_DAY = '2025-10-23'

/** How many sessions of a variant came how far. */
export interface FunnelCounts {
  variant: QuizVariant
  sessions: number
  /** Sessions that reached each step, in the variant's order. */
  reached: number[]
  completed: number
  matched: number
  unmatched: number
  /** Those of the completed that began long enough ago to have booked. */
  followed: number
  /** Those of the followed whose golfer booked a lesson in time. */
  booked: number
  /** Those of the booked whose first lesson is with the recommended coach. */
  bookedMatch: number
  /** Those of the booked whose golfer booked another lesson since. */
  bookedAgain: number
}

/** A golfer who books within so many days of the quiz counts as booked by it. */
export const BOOKS_WITHIN_DAYS = 14

export interface Interval {
  low: number
  high: number
}

/** The normal quantile of a two-sided interval of 95 %. */
const Z = 1.959964

/** The interval of a share (Wilson 1927), between 0 and 1. It stays honest where counts are small. */
export function wilson(hits: number, of: number): Interval {
  if (of === 0) return { low: 0, high: 1 }
  const share = hits / of
  const square = Z * Z
  const middle = share + square / (2 * of)
  const reach = Z * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of))
  const whole = 1 + square / of
  return {
    low: hits === 0 ? 0 : Math.max(0, (middle - reach) / whole),
    high: hits === of ? 1 : Math.min(1, (middle + reach) / whole),
  }
}

/** Fewer sessions of a variant say nothing. */
export const ENOUGH_SESSIONS = 30

/** What the variants are compared by: how often it happens, out of which sessions. */
const compared = {
  completed: { of: 'sessions', words: 'is completed more often than the others' },
  booked: { of: 'followed', words: 'leads to a lesson more often than the others' },
} as const

/** What can be said of how often the variants are completed, or booked after. */
export function verdictOf(
  funnels: readonly FunnelCounts[],
  what: keyof typeof compared = 'completed',
): string {
  const { of, words } = compared[what]
  if (funnels.some((one) => one[of] < ENOUGH_SESSIONS)) return 'Too few to tell'
  const ranked = funnels.toSorted((a, b) => b[what] / b[of] - a[what] / a[of])
  const [best, second] = ranked
  if (!best || !second) return 'Too few to tell'
  const others = ranked.slice(1).map((one) => wilson(one[what], one[of]).high)
  return wilson(best[what], best[of]).low > Math.max(...others)
    ? `${variantLabels[best.variant]} ${words}`
    : 'Too few to tell'
}

export const variantLabels: Record<QuizVariant, string> = {
  control: 'A · control',
  test: 'B · test',
  testc: 'C · testc',
}

/** A session as counted: the farthest of its rounds. */
export interface CountedSession {
  variant: QuizVariant
  /** 1 for the first step. */
  position: number
  isCompleted: boolean
  matchFound: boolean | null
  followed: boolean
  booked: boolean
  bookedMatch: boolean
  bookedAgain: boolean
}

export function funnelOf(sessions: readonly CountedSession[]): FunnelCounts[] {
  return quizVariants.map((variant) => {
    const own = sessions.filter((one) => one.variant === variant)
    return {
      variant,
      sessions: own.length,
      reached: stepOrders[variant].map((_, at) => own.filter(({ position }) => position > at).length),
      completed: own.filter(({ isCompleted }) => isCompleted).length,
      matched: own.filter(({ matchFound }) => matchFound === true).length,
      unmatched: own.filter(({ matchFound }) => matchFound === false).length,
      followed: own.filter(({ followed }) => followed).length,
      booked: own.filter(({ booked }) => booked).length,
      bookedMatch: own.filter(({ bookedMatch }) => bookedMatch).length,
      bookedAgain: own.filter(({ bookedAgain }) => bookedAgain).length,
    }
  })
}

export const stepLabels: Record<QuizStep, string> = {
  location: 'Location',
  contact: 'Contact',
  experience: 'Experience',
  goals: 'Goals',
  preferences: 'Preferences',
  budget: 'Budget',
}
