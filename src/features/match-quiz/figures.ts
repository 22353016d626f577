import { type QuizStep, type QuizVariant, quizVariants, stepOrders } from './quiz.ts'

/** Computes the quiz statistics by variant. Pure. */

/** The first day included in the statistics. */
export const FIRST_DAY = '2025-10-23'

/** The number of sessions of a variant that reached each stage. */
export interface FunnelCounts {
  variant: QuizVariant
  sessions: number
  /** Sessions that reached each step, in the variant's order. */
  reached: number[]
  completed: number
  matched: number
  unmatched: number
  /** Completed sessions that began at least `BOOKS_WITHIN_DAYS` ago. */
  followed: number
  /** Followed sessions whose golfer booked a lesson in time. */
  booked: number
  /** Booked sessions whose first lesson is with the recommended coach. */
  bookedMatch: number
  /** Booked sessions whose golfer has booked another lesson since. */
  bookedAgain: number
}

/** A lesson booked within this many days is attributed to the quiz. */
export const BOOKS_WITHIN_DAYS = 14

export interface Interval {
  low: number
  high: number
}

/** The normal quantile of a two-sided interval of 95 %. */
const Z = 1.959964

/**
 * The Wilson score interval of a proportion (Wilson 1927), between 0 and 1. It remains reliable for small
 * counts.
 */
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

/** The minimum number of sessions per variant for a verdict. */
export const ENOUGH_SESSIONS = 30

/** The metrics by which variants are compared: the numerator and its denominator. */
const compared = {
  completed: { of: 'sessions', words: 'is completed more often than the others' },
  booked: { of: 'followed', words: 'leads to a lesson more often than the others' },
} as const

/** Whether one variant is completed, or followed by a booking, significantly more often than the others. */
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

/** A session in the statistics, represented by its farthest round. */
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
