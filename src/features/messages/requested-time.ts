import { type LessonChoice, readLessonChoice } from '#features/bookings/lesson-choice-params.ts'
import { formatDuration, formatLesson } from '#platform/time.ts'

/** A lesson's time somebody asks a coach for: it travels in addresses, and its words are made where it is written. Pure. */
export type RequestedTime = Pick<LessonChoice, 'time' | 'duration' | 'place'>

/** Reads it from an address; what makes no sense is left out. */
export function readRequestedTime(raw: Record<string, unknown>): RequestedTime {
  const { time, duration, place } = readLessonChoice(raw)
  return time ? { time, duration, place } : {}
}

const USUAL_MINUTES = 60

/** The message that asks for it, to be changed at will; null where no time is named. */
export function requestText(
  coach: { label: string; zone: string; locations: readonly { id: string; name: string }[] },
  { time, duration = USUAL_MINUTES, place }: RequestedTime,
): string | null {
  if (!time) return null
  const where = coach.locations.find(({ id }) => id === place) ?? coach.locations[0]
  const when = `${formatLesson(time, duration, coach.zone)} (${formatDuration(duration)})`
  return `Hi ${coach.label}, could I book a lesson on ${when}${where ? ` at ${where.name}` : ''}?`
}
