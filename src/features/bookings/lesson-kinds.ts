import type { Cents } from '#platform/money.ts'
import { formatDuration } from '#platform/time.ts'
import type { LessonType } from './booking.ts'

/** The kinds of lessons that students book at open times. Pure; the browser and the server use the same rules. */
export const bookableTypes = ['individual', 'group', 'playing'] as const satisfies LessonType[]
export type BookableType = (typeof bookableTypes)[number]

/** Lengths of a playing lesson in minutes: nine holes take two to two and a half hours, eighteen four to five. */
export const playingLengths = [90, 120, 150, 180, 240, 270, 300] as const

/** A kind of lesson with its price and lengths. */
export interface LessonKind {
  type: BookableType
  /** For everyone who plays, together. */
  hourlyRateCents: Cents
  /** Minutes, ascending. */
  durations: readonly number[]
  /** The most players; null without a limit of its own. */
  players: number | null
}

/** What a coach says about kinds of lessons. */
export interface OfferedKinds {
  hourlyRateCents: Cents
  durations: readonly number[]
  /** Null when the coach does not teach groups; `isBookable` false when a group asks first. */
  groupLessons: { hourlyRateCents: Cents; size: number; isBookable: boolean } | null
  /** An hour on the course; null when the coach does not teach there. */
  playingRateCents: Cents | null
  /** The length of a lesson on the course; null when students ask first. */
  playingMinutes: number | null
}

/** The prices of an hour of each type of lesson. */
export type LessonRates = Pick<OfferedKinds, 'hourlyRateCents' | 'groupLessons' | 'playingRateCents'>

/** The hourly rate of a type of lesson; null when the coach has none for it. */
export function hourlyRateOf(coach: LessonRates, type: LessonType): Cents | null {
  if (type === 'individual') return coach.hourlyRateCents
  if (type === 'group') return coach.groupLessons?.hourlyRateCents ?? null
  return type === 'playing' ? coach.playingRateCents : null
}

/** The kinds of lessons that students can book at the coach's open times; a private lesson comes first. */
export function bookableKinds(coach: OfferedKinds): LessonKind[] {
  const { groupLessons: group, playingRateCents, playingMinutes } = coach
  const kinds: LessonKind[] = [
    {
      type: 'individual',
      hourlyRateCents: coach.hourlyRateCents,
      durations: coach.durations,
      players: null,
    },
  ]
  if (group?.isBookable)
    kinds.push({
      type: 'group',
      hourlyRateCents: group.hourlyRateCents,
      durations: coach.durations,
      players: group.size,
    })
  if (playingRateCents !== null && playingMinutes !== null)
    kinds.push({
      type: 'playing',
      hourlyRateCents: playingRateCents,
      durations: [playingMinutes],
      players: null,
    })
  return kinds
}

/**
 * The coach with the price and the lengths of one kind of lesson.
 * @param type undefined for a private lesson, as well as a kind that cannot be booked
 */
export function asKind<Coach extends OfferedKinds>(coach: Coach, type: LessonType | undefined): Coach {
  const kind = bookableKinds(coach).find((one) => one.type === type)
  return kind ? { ...coach, hourlyRateCents: kind.hourlyRateCents, durations: kind.durations } : coach
}

/** Whether a lesson is a private one of a length that is sold singly, unlike one of another kind, or of a package with its own length. */
export const isSinglePrivateLesson = (
  coach: Pick<OfferedKinds, 'durations'>,
  lesson: { lessonType: string | undefined; durationMinutes: number },
): boolean =>
  (lesson.lessonType ?? 'individual') === 'individual' && coach.durations.includes(lesson.durationMinutes)

/** A kind for students: `Group of up to 4`, `On the course, 2.5 hours`. */
export function kindLabel({ type, players, durations: [minutes] }: LessonKind): string {
  if (type === 'group') return `Group of up to ${players}`
  if (type === 'playing') return `On the course, ${formatDuration(minutes ?? 0)}`
  return 'Private lesson'
}
