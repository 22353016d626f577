import { and, eq, sql } from 'drizzle-orm'
import { dateText } from '#features/clinics/clinic.ts'
import type { ClinicEvents } from '#features/clinics/events.ts'
import { clinicDates, clinics } from '#features/clinics/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { formatMoney } from '#platform/money.ts'
import type { TransactionServices } from '#ports/services.ts'
import { googleClinicEvents } from '../tables.ts'
import type { HasGoogle } from './access.ts'
import type { OutdatedClinicEvent } from './due-lessons.ts'
import { followCoach, putEvent, removeEvent } from './events.ts'

/** Writes each date of a coach's clinics to the chosen Google calendar: one event for all of its seats. */

/** Queues an update of the coach's Google Calendar after a clinic was published, changed or cancelled. */
export const followClinicInGoogle = (
  services: Pick<TransactionServices, 'jobs' | 'answers'>,
  tx: Queryable,
  { instructorId }: ClinicEvents['clinic_changed'],
): Promise<void> => followCoach(services, tx, instructorId)

/** @throws CalendarError unavailable: to be retried */
export async function writeClinicDate(
  services: HasGoogle,
  coachId: string,
  { clinic_date_id: clinicDateId, google_id: googleId, version }: OutdatedClinicEvent,
): Promise<void> {
  const { db, env } = services
  const [found] = await db
    .select({ clinic: clinics, start: clinicDates.startsAt, end: clinicDates.endsAt })
    .from(clinicDates)
    .innerJoin(clinics, eq(clinics.id, clinicDates.clinicId))
    .where(eq(clinicDates.id, clinicDateId))
  if (!found) return
  const { clinic, start, end } = found
  // Recorded before the request, so that a busy time read in the meantime can be attributed to this clinic.
  await db
    .insert(googleClinicEvents)
    .values({ clinicDateId, googleId, instructorId: coachId, startsAt: start, endsAt: end })
    .onConflictDoNothing()
  const isWritten = await putEvent(services, coachId, googleId, {
    id: clinicDateId,
    title: `Golf clinic: ${clinic.title}`,
    description: [
      clinic.title,
      dateText({ start, end }, clinic.timeZone),
      `${clinic.seats} seats, ${formatMoney(clinic.priceCents)} a seat`,
      `${env.appUrl}/your-clinics?clinic=${clinic.id}`,
    ].join('\n'),
    place: [clinic.locationName, clinic.locationAddress].filter(Boolean).join(', '),
    url: `${env.appUrl}/your-clinics?clinic=${clinic.id}`,
    start,
    end,
  })
  if (isWritten)
    await db
      .update(googleClinicEvents)
      .set({ version: sql`${version}::timestamptz` })
      .where(isEvent(clinicDateId, googleId))
}

/** @throws CalendarError unavailable: to be retried */
export async function removeClinicDate(
  services: HasGoogle,
  coachId: string,
  { clinic_date_id: clinicDateId, google_id: googleId }: OutdatedClinicEvent,
): Promise<void> {
  await removeEvent(services, coachId, googleId, clinicDateId)
  await services.db.delete(googleClinicEvents).where(isEvent(clinicDateId, googleId))
}

const isEvent = (clinicDateId: string, googleId: string) =>
  and(eq(googleClinicEvents.clinicDateId, clinicDateId), eq(googleClinicEvents.googleId, googleId))
