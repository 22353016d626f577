import { HOUR } from '#platform/duration.ts'
import type { BookingStatus } from '../booking.ts'

/** Hours after its end at which a lesson without a reported problem is completed automatically. */
export const COMPLETES_AFTER_HOURS = 24

export const lessonOutcomes = ['taught', 'no_show'] as const
export type LessonOutcome = (typeof lessonOutcomes)[number]

export type CompletionRefusal = 'not_confirmed' | 'not_over' | 'called_off'

/** Why a coach cannot record the outcome of a lesson; null when they can. Milliseconds since 1970, UTC. */
export function whyNotComplete(
  lesson: { status: BookingStatus; lessonEnd: number; calledOffAt?: number | null },
  now: number,
): CompletionRefusal | null {
  if (lesson.status !== 'confirmed') return 'not_confirmed'
  if (typeof lesson.calledOffAt === 'number') return 'called_off'
  return now < lesson.lessonEnd ? 'not_over' : null
}

/** When a lesson is completed automatically. Milliseconds since 1970, UTC. */
export const completesAt = (lessonEnd: number) => lessonEnd + COMPLETES_AFTER_HOURS * HOUR

/** The message shown to coaches for each refusal. */
export const completionRefusalTexts: Record<CompletionRefusal, string> = {
  not_confirmed: 'Only a booked lesson can be completed.',
  called_off: 'You called this lesson off, so it was not taught.',
  not_over: 'This lesson is not over yet.',
}
