import { and, eq, gt, sql } from 'drizzle-orm'
import type { AvailabilityQuestions } from '#features/availability/questions.ts'
import type { LessonThere } from '#features/availability/schedule-types.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY, MINUTE } from '#platform/duration.ts'
import { epochDay } from '#platform/time.ts'
import { listClinicSessions } from './queries.ts'
import { clinicDates, clinics } from './tables.ts'

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

/** The published clinics at a teaching place that are not over, by their next date. @param now milliseconds since 1970, UTC */
export async function listClinicsAtPlace(
  db: Queryable,
  placeId: string,
  now: number,
): Promise<{ id: string; title: string; zone: string; start: number }[]> {
  const start = sql<number>`min(${clinicDates.startsAt})`.mapWith(clinicDates.startsAt)
  return await db
    .select({ id: clinics.id, title: clinics.title, zone: clinics.timeZone, start })
    .from(clinics)
    .innerJoin(clinicDates, eq(clinicDates.clinicId, clinics.id))
    .where(
      and(
        eq(clinics.teachingLocationId, placeId),
        eq(clinics.status, 'published'),
        gt(clinicDates.endsAt, now),
      ),
    )
    .groupBy(clinics.id)
    .orderBy(start, clinics.id)
}
