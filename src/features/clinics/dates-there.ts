import type { AvailabilityQuestions } from '#features/availability/questions.ts'
import type { LessonThere } from '#features/availability/schedule-types.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY, MINUTE } from '#platform/duration.ts'
import { epochDay } from '#platform/time.ts'
import { listClinicSessions } from './queries.ts'

/** The dates of a coach's published clinics that may fall on the given dates, in the zone of any place. */
export async function listClinicsAround(
  db: Queryable,
  { coachId, from, to, now }: AvailabilityQuestions['lessons_on_dates']['about'],
): Promise<LessonThere[]> {
  const within = { start: (epochDay(from) - 1) * DAY, end: (epochDay(to) + 2) * DAY }
  const sessions = await listClinicSessions(db, coachId, within, now)
  return sessions.map(({ id, start, end, title, place, zone, seats, taken }) => ({
    ...{ id, start, end, title, place, zone },
    durationMinutes: Math.round((end - start) / MINUTE),
    student: null,
    seats: { taken, all: seats },
    isHeld: false,
  }))
}
