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
}

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

/** What can be said of the variants' completion. */
export function verdictOf(funnels: readonly FunnelCounts[]): string {
  const few = funnels.filter(({ sessions }) => sessions < ENOUGH_SESSIONS)
  if (few.length > 0) return 'Too few to tell'
  const ranked = funnels.toSorted((a, b) => b.completed / b.sessions - a.completed / a.sessions)
  const [best, second] = ranked
  if (!best || !second) return 'Too few to tell'
  const others = ranked.slice(1).map((one) => wilson(one.completed, one.sessions).high)
  return wilson(best.completed, best.sessions).low > Math.max(...others)
    ? `${variantLabels[best.variant]} is completed more often than the others`
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
