import type { BookingStatus } from '../booking.ts'

const HOUR = 3_600_000

/** A lesson nobody complained about is completed so long after its end. */
export const COMPLETES_AFTER_HOURS = 24

export const lessonOutcomes = ['taught', 'no_show'] as const
export type LessonOutcome = (typeof lessonOutcomes)[number]

export type CompletionRefusal = 'not_confirmed' | 'not_over'

/** Why a coach cannot say what became of a lesson; null when it is over. Milliseconds since 1970, UTC. */
export function whyNotComplete(
  lesson: { status: BookingStatus; lessonEnd: number },
  now: number,
): CompletionRefusal | null {
  if (lesson.status !== 'confirmed') return 'not_confirmed'
  return now < lesson.lessonEnd ? 'not_over' : null
}

/** When a lesson completes by itself. Milliseconds since 1970, UTC. */
export const completesAt = (lessonEnd: number) => lessonEnd + COMPLETES_AFTER_HOURS * HOUR

/** What coaches are told for each refusal. */
export const completionRefusalTexts: Record<CompletionRefusal, string> = {
  not_confirmed: 'Only a booked lesson can be completed.',
  not_over: 'This lesson is not over yet.',
}
