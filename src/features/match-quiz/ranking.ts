import { weightedRating } from '#features/search/search.ts'
import {
  type Budget,
  budgetCents,
  type ExperienceLevel,
  type GenderPreference,
  type QuizGoal,
  type QuizLessonType,
  quizGoals,
  radii,
  type Technology,
} from './quiz.ts'
import type { WeightName, Weights } from './weights.ts'

/**
 * Ranks coaches: hard filters first, then a weighted sum. Pure: the same input always gives the same order.
 */

/** The complete answers that influence the order. */
export interface Request {
  experience: ExperienceLevel
  goals: readonly QuizGoal[]
  lessonType: QuizLessonType
  gender: GenderPreference
  technologies: readonly Technology[]
  budget: Budget
}

/** The data about a coach that the ranking uses. It contains no name. */
export interface Candidate {
  id: string
  gender: 'female' | 'male' | null
  hourlyRateCents: number
  /** For the whole group; null if the coach gives no group lessons. */
  groupRateCents: number | null
  playingRateCents: number | null
  specialties: readonly string[]
  launchMonitor: string | null
  rating: number
  reviewCount: number
  /** Miles to the nearest teaching location. */
  distance: number
  /** Days until the first open time; null if there is none in the booking window. */
  daysToOpening: number | null
  /** The number of open times in the next two weeks. */
  openTimes: number
  /** How often this coach was recommended in the seven days before today. */
  recommendedLately: number
}

export type FilterName = 'opening' | 'lessonType' | 'gender' | 'budget'

/** The hourly rate for the requested lesson type; null if it is not offered. */
export function rateFor(coach: Candidate, lessonType: QuizLessonType): number | null {
  if (lessonType === 'group') return coach.groupRateCents
  return lessonType === 'playing' ? coach.playingRateCents : coach.hourlyRateCents
}

export const filters: Record<FilterName, (coach: Candidate, request: Request) => boolean> = {
  opening: ({ daysToOpening }) => daysToOpening !== null,
  lessonType: (coach, { lessonType }) => rateFor(coach, lessonType) !== null,
  gender: (coach, { gender }) => gender === 'any' || coach.gender === gender,
  budget: (coach, { lessonType, budget }) => {
    const most = budgetCents[budget]
    const rate = rateFor(coach, lessonType)
    return most === null || rate === null || rate <= most
  },
}
const filterNames: readonly FilterName[] = ['opening', 'lessonType', 'gender', 'budget']

/** Coaches who pass every filter. @param except a filter to skip */
export const fitting = (coaches: readonly Candidate[], request: Request, except?: FilterName): Candidate[] =>
  coaches.filter((coach) => filterNames.every((name) => name === except || filters[name](coach, request)))

/** Specialties that suit a level in addition to the goals. For the other levels only the goals matter. */
const levelSpecialties: Partial<Record<ExperienceLevel, readonly string[]>> = {
  beginner: ['Beginners'],
  competitive: ['Mental Game', 'Course Strategy', 'On-Course Play'],
}

/** True if a coach has the requested technology. */
export const hasTechnology = (
  { launchMonitor, specialties }: Pick<Candidate, 'launchMonitor' | 'specialties'>,
  technology: Technology,
): boolean => {
  if (technology === 'launch-monitor') return launchMonitor !== null
  return specialties.includes(technology === 'video' ? 'Video Analysis' : 'Club Fitting')
}

/** The specialties of a coach that match a goal. */
export const answersTo = (goal: QuizGoal, specialties: readonly string[]): string[] =>
  specialties.filter((one) => (quizGoals[goal].specialties as readonly string[]).includes(one))

/** The score for a related specialty, as opposed to the goal's main one. */
const CLOSE = 0.7

/** How well specialties match a goal: its first specialty counts fully, the others in part. */
function coverOf(goal: QuizGoal, specialties: readonly string[]): number {
  const found = answersTo(goal, specialties)
  if (found.length === 0) return 0
  return found.includes(quizGoals[goal].specialties[0]) ? 1 : CLOSE
}

const share = <T>(all: readonly T[], test: (one: T) => boolean) => all.filter(test).length / all.length
const within = (value: number) => Math.min(1, Math.max(0, value))
/** The distance in miles at which the distance score drops to one half. */
const HALF_MILES = 15

/**
 * Each component of the score, between 0 and 1; null if it was not requested and is ignored for all coaches.
 */
export function scoreParts(coach: Candidate, request: Request): Record<WeightName, number | null> {
  const suited = levelSpecialties[request.experience]
  const rate = rateFor(coach, request.lessonType) ?? coach.hourlyRateCents
  const most = budgetCents[request.budget]
  return {
    goals:
      request.goals.reduce((sum, goal) => sum + coverOf(goal, coach.specialties), 0) / request.goals.length,
    level: suited ? Number(coach.specialties.some((one) => suited.includes(one))) : null,
    rating: within((weightedRating(coach) - 3.5) / 1.5),
    distance: HALF_MILES / (HALF_MILES + coach.distance),
    technology:
      request.technologies.length === 0
        ? null
        : share(request.technologies, (technology) => hasTechnology(coach, technology)),
    price: within(1 - rate / (most ?? 25_000)),
    soon: within(1 - (coach.daysToOpening ?? 14) / 14),
  }
}

export interface Ranked {
  coach: Candidate
  /** Between 0 and 1. */
  score: number
  parts: Record<WeightName, number | null>
  /** Recommended lately at least as often as there are open times. Such coaches rank below all others. */
  isFull: boolean
}

/** The matching coaches, best first. Ties are broken by id, which is neutral. */
export function rank(coaches: readonly Candidate[], request: Request, weights: Weights): Ranked[] {
  return fitting(coaches, request)
    .map((coach): Ranked => {
      const parts = scoreParts(coach, request)
      let [sum, total] = [0, 0]
      for (const name of Object.keys(parts) as WeightName[]) {
        const part = parts[name]
        if (part === null) continue
        sum += weights[name] * part
        total += weights[name]
      }
      // Rounded so that the order does not depend on floating-point errors.
      const score = total === 0 ? 0 : Math.round((sum / total) * 1e9) / 1e9
      return { coach, score, parts, isFull: coach.recommendedLately >= Math.max(1, coach.openTimes) }
    })
    .toSorted(
      (a, b) =>
        Number(a.isFull) - Number(b.isFull) || b.score - a.score || (a.coach.id < b.coach.id ? -1 : 1),
    )
}

/** True if a coach teaches at least one of the selected goals. */
export const teachesAGoal = (
  { specialties }: Pick<Candidate, 'specialties'>,
  { goals: quizGoals }: Request,
): boolean => quizGoals.some((goal) => answersTo(goal, specialties).length > 0)

/** The minimum number of coaches within a radius; with fewer, the next larger radius is used. */
export const ENOUGH = 3

/**
 * The smallest radius with enough matching coaches. If any coach within the largest radius teaches a selected
 * goal, one within the chosen radius must, too. Falls back to the largest radius.
 * @param coaches all within the largest radius
 */
export function chooseRadius(coaches: readonly Candidate[], request: Request): number {
  const fits = fitting(coaches, request)
  const isTaught = fits.some((coach) => teachesAGoal(coach, request))
  const isEnough = (within: readonly Candidate[]) =>
    within.length >= ENOUGH && (!isTaught || within.some((coach) => teachesAGoal(coach, request)))
  return radii.find((miles) => isEnough(fits.filter(({ distance }) => distance <= miles))) ?? 100
}

export type NoMatchReason = 'nobody_near' | FilterName | 'several'

/** Why no coach fits, as shown to admins. */
export const noMatchLabels: Record<NoMatchReason, string> = {
  nobody_near: 'No coach within 100 miles',
  opening: 'No open time',
  lessonType: 'Kind of lesson',
  gender: 'Woman or man',
  budget: 'Budget',
  several: 'Several answers at once',
}

/**
 * The filters that golfers relax most easily, in order: price before time, and the lesson type and the
 * coach's gender last.
 */
const easiestChanges: readonly FilterName[] = ['budget', 'opening', 'lessonType', 'gender']

/**
 * Why no coach fits: the first filter in `easiestChanges` whose removal alone would let a coach pass.
 * @param coaches all within the largest radius
 */
export function whyNobody(coaches: readonly Candidate[], request: Request): NoMatchReason {
  if (coaches.length === 0) return 'nobody_near'
  return easiestChanges.find((name) => fitting(coaches, request, name).length > 0) ?? 'several'
}

/** The 32-bit FNV-1a hash of a text, the same on every platform. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  // The MurmurHash3 finalizer, so that similar inputs differ in every bit.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The number of top coaches that are reordered in a shuffled session. */
const SHUFFLED = 6
/**
 * Only coaches with at least this share of the best score are reordered, so that no golfer gets a poor match
 * for the experiment.
 */
const CLOSE_CALL = 0.8
/** One session in this many is shuffled. */
const SHUFFLE_EVERY = 20

export const isShuffledSession = (sessionId: string) => hashOf(`order ${sessionId}`) % SHUFFLE_EVERY === 0

/** Deterministic per session: the same session always sees the same order. */
export function shuffleFirst(ranked: readonly Ranked[], sessionId: string): Ranked[] {
  const best = ranked[0]?.score ?? 0
  const near = ranked.slice(0, SHUFFLED).filter(({ score }) => score >= best * CLOSE_CALL)
  const first = near.toSorted((a, b) => hashOf(sessionId + a.coach.id) - hashOf(sessionId + b.coach.id))
  return [...first, ...ranked.filter((one) => !near.includes(one))]
}
