import { weightedRating } from '#features/search/search.ts'
import {
  type Budget,
  budgetCents,
  type ExperienceLevel,
  type GenderPreference,
  type Goal,
  goals,
  type LessonType,
  radii,
  type Technology,
} from './quiz.ts'
import type { WeightName, Weights } from './weights.ts'

/** Who is recommended: hard filters first, then a weighted sum. Pure: the same coaches and answers give the same order. */

/** Complete answers, as far as the order depends on them. */
export interface Request {
  experience: ExperienceLevel
  goals: readonly Goal[]
  lessonType: LessonType
  gender: GenderPreference
  technologies: readonly Technology[]
  budget: Budget
}

/** A coach as the ranking knows one. Nothing here says what somebody is called. */
export interface Candidate {
  id: string
  gender: 'female' | 'male' | null
  hourlyRateCents: number
  /** For the whole group; null: gives no group lessons. */
  groupRateCents: number | null
  playingRateCents: number | null
  specialties: readonly string[]
  launchMonitor: string | null
  rating: number
  reviewCount: number
  /** Miles to the nearest teaching place. */
  distance: number
  /** Days until the first open time; null: none in the booking window. */
  daysToOpening: number | null
  /** Open times of the coming two weeks. */
  openTimes: number
  /** How often this coach was recommended in the seven days before today. */
  recommendedLately: number
}

export type FilterName = 'opening' | 'lessonType' | 'gender' | 'budget'

/** What an hour of the kind of lesson asked for costs; null: not offered. */
export function rateFor(coach: Candidate, lessonType: LessonType): number | null {
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

/** Coaches who pass every filter. @param except a filter that is left out */
export const fitting = (coaches: readonly Candidate[], request: Request, except?: FilterName): Candidate[] =>
  coaches.filter((coach) => filterNames.every((name) => name === except || filters[name](coach, request)))

/** Specialties that suit a level, beyond what is wanted; in between, what is wanted says enough. */
const levelSpecialties: Partial<Record<ExperienceLevel, readonly string[]>> = {
  beginner: ['Beginners'],
  competitive: ['Mental Game', 'Course Strategy', 'On-Course Play'],
}

/** True when a coach has what was asked for. */
export const hasTechnology = (
  { launchMonitor, specialties }: Pick<Candidate, 'launchMonitor' | 'specialties'>,
  technology: Technology,
): boolean => {
  if (technology === 'launch-monitor') return launchMonitor !== null
  return specialties.includes(technology === 'video' ? 'Video Analysis' : 'Club Fitting')
}

/** The specialties of a coach that answer a goal. */
export const answersTo = (goal: Goal, specialties: readonly string[]): string[] =>
  specialties.filter((one) => (goals[goal].specialties as readonly string[]).includes(one))

/** What is not the subject itself but close to it. */
const CLOSE = 0.7

/** How well specialties answer a goal: its first subject whole, the others in part. */
function coverOf(goal: Goal, specialties: readonly string[]): number {
  const found = answersTo(goal, specialties)
  if (found.length === 0) return 0
  return found.includes(goals[goal].specialties[0]) ? 1 : CLOSE
}

const share = <T>(all: readonly T[], test: (one: T) => boolean) => all.filter(test).length / all.length
const within = (value: number) => Math.min(1, Math.max(0, value))
/** A drive of so many miles is worth half of none. */
const HALF_MILES = 15

/** Each part between 0 and 1; null where it was not asked for and counts for nobody. */
export function partsOf(coach: Candidate, request: Request): Record<WeightName, number | null> {
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
  /** Recommended as often lately as there are open times: stands behind those who have room. */
  isFull: boolean
}

/** The fitting coaches, the best first. Equal ones are ordered by id, which says nothing about anybody. */
export function rank(coaches: readonly Candidate[], request: Request, weights: Weights): Ranked[] {
  return fitting(coaches, request)
    .map((coach): Ranked => {
      const parts = partsOf(coach, request)
      let [sum, total] = [0, 0]
      for (const name of Object.keys(parts) as WeightName[]) {
        const part = parts[name]
        if (part === null) continue
        sum += weights[name] * part
        total += weights[name]
      }
      // Rounded, so that the order never hangs on the last bit of a sum.
      const score = total === 0 ? 0 : Math.round((sum / total) * 1e9) / 1e9
      return { coach, score, parts, isFull: coach.recommendedLately >= Math.max(1, coach.openTimes) }
    })
    .toSorted(
      (a, b) =>
        Number(a.isFull) - Number(b.isFull) || b.score - a.score || (a.coach.id < b.coach.id ? -1 : 1),
    )
}

/** True when a coach teaches something of what somebody wants to work on. */
export const teachesAGoal = ({ specialties }: Pick<Candidate, 'specialties'>, { goals }: Request): boolean =>
  goals.some((goal) => answersTo(goal, specialties).length > 0)

/** So many coaches are enough to compare; else a wider circle is looked at. */
const ENOUGH = 3

/**
 * The narrowest circle in which enough coaches fit, one of whom teaches what is asked for if anybody within the widest does; or the
 * widest. @param coaches all within the widest
 */
export function chooseRadius(coaches: readonly Candidate[], request: Request): number {
  const fits = fitting(coaches, request)
  const isTaught = fits.some((coach) => teachesAGoal(coach, request))
  const isEnough = (within: readonly Candidate[]) =>
    within.length >= ENOUGH && (!isTaught || within.some((coach) => teachesAGoal(coach, request)))
  return radii.find((miles) => isEnough(fits.filter(({ distance }) => distance <= miles))) ?? 100
}

export type NoMatchReason = 'nobody_near' | FilterName | 'several'

/** Why nobody fits, as admins read it. */
export const noMatchLabels: Record<NoMatchReason, string> = {
  nobody_near: 'Nobody within 100 miles',
  opening: 'No open time',
  lessonType: 'Kind of lesson',
  gender: 'Woman or man',
  budget: 'Budget',
  several: 'Several answers at once',
}

/** The answers a golfer gives up most easily first: money before time, and the kind of lesson or coach last. */
const easiestChanges: readonly FilterName[] = ['budget', 'opening', 'lessonType', 'gender']

/**
 * Why nobody fits: the one filter without which somebody would, the easiest to change first.
 * @param coaches all within the widest circle
 */
export function whyNobody(coaches: readonly Candidate[], request: Request): NoMatchReason {
  if (coaches.length === 0) return 'nobody_near'
  return easiestChanges.find((name) => fitting(coaches, request, name).length > 0) ?? 'several'
}

/** A number of 32 bits from a text, the same everywhere (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  // Finished as in MurmurHash3, so that neighbours differ in every bit.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The first so many are put in another order where a session is shuffled. */
const SHUFFLED = 6
/** Only among coaches about as good: nobody is sent to a poor fit to learn something. */
const CLOSE_CALL = 0.8
/** One session in so many. */
const SHUFFLE_EVERY = 20

export const isShuffledSession = (sessionId: string) => hashOf(`order ${sessionId}`) % SHUFFLE_EVERY === 0

/** The same session sees the same order. */
export function shuffleFirst(ranked: readonly Ranked[], sessionId: string): Ranked[] {
  const best = ranked[0]?.score ?? 0
  const near = ranked.slice(0, SHUFFLED).filter(({ score }) => score >= best * CLOSE_CALL)
  const first = near.toSorted((a, b) => hashOf(sessionId + a.coach.id) - hashOf(sessionId + b.coach.id))
  return [...first, ...ranked.filter((one) => !near.includes(one))]
}
