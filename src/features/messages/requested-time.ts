import { type LessonChoice, readLessonChoice } from '#features/bookings/lesson-choice-params.ts'
import { formatDuration, formatLesson } from '#platform/time.ts'

/**
 * A lesson time that a student asks a coach for. It is passed in URLs and converted to text by the composer.
 * Pure.
 */
export type RequestedTime = Pick<LessonChoice, 'time' | 'duration' | 'place'>

/** Parses it from search parameters; invalid values are dropped. */
export function readRequestedTime(raw: Record<string, unknown>): RequestedTime {
  const { time, duration, place } = readLessonChoice(raw)
  return time ? { time, duration, place } : {}
}

const USUAL_MINUTES = 60

/** The text of the request, which the user can edit, in the time of the place; null if there is no time. */
export function requestText(
  coach: { label: string; zone: string; locations: readonly { id: string; name: string; zone: string }[] },
  { time, duration = USUAL_MINUTES, place }: RequestedTime,
): string | null {
  if (!time) return null
  const where = coach.locations.find(({ id }) => id === place) ?? coach.locations[0]
  const when = `${formatLesson(time, duration, where?.zone ?? coach.zone)} (${formatDuration(duration)})`
  return `Hi ${coach.label}, could I book a lesson on ${when}${where ? ` at ${where.name}` : ''}?`
}
