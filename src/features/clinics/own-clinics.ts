import { and, desc, eq, exists, gt, or, type SQL, sql } from 'drizzle-orm'
import { tagOf } from '#platform/content-tag.ts'
import type { Queryable } from '#platform/db.ts'
import { MINUTE } from '#platform/duration.ts'
import { dateIn, offsetMinutes } from '#platform/time.ts'
import { presentFields, type Range, withSeats } from './queries.ts'
import type { OwnClinic, OwnClinicsInput } from './schema.ts'
import { clinicDates, clinics } from './tables.ts'

/** The clinics of a coach, as she sees them. */

/** Filters clinics to drafts, and published ones that are not over. @param now milliseconds since 1970, UTC */
export function areToCome(db: Queryable, now: number): SQL | undefined {
  const dateToCome = db
    .select({ clinicId: clinicDates.clinicId })
    .from(clinicDates)
    .where(and(eq(clinicDates.clinicId, clinics.id), gt(clinicDates.endsAt, now)))
  return or(eq(clinics.status, 'draft'), and(eq(clinics.status, 'published'), exists(dateToCome)))
}

/**
 * The clinics of a coach, those to come first, then the newest ones first.
 * @param asked how many, and one that is always among them
 * @param now milliseconds since 1970, UTC
 */
export async function listOwnClinics(
  db: Queryable,
  instructorId: string,
  { most, clinicId }: OwnClinicsInput,
  now: number,
): Promise<OwnClinic[]> {
  const rows = await db
    .select()
    .from(clinics)
    .where(eq(clinics.instructorId, instructorId))
    .orderBy(desc(sql`${areToCome(db, now)}`), desc(clinics.createdAt), desc(clinics.id))
    .limit(most)
  if (clinicId && !rows.some(({ id }) => id === clinicId))
    rows.push(
      ...(await db
        .select()
        .from(clinics)
        .where(and(eq(clinics.id, clinicId), eq(clinics.instructorId, instructorId)))),
    )
  return (await withSeats(db, rows, now)).map((found) => ({
    ...presentFields(found),
    tag: clinicTag(found.clinic, found.dates),
    status: found.clinic.status,
    hasBegun: (found.dates[0]?.start ?? 0) <= now,
    placeId: found.clinic.teachingLocationId,
    sold: found.sold,
    held: found.held,
    form: {
      dates: found.dates.map((date) => wallClock(date, found.clinic.timeZone)),
      decideOn: found.clinic.decideAt === null ? null : dateIn(found.clinic.decideAt, found.clinic.timeZone),
    },
  }))
}

type Details = Pick<
  typeof clinics.$inferSelect,
  | 'title'
  | 'description'
  | 'teachingLocationId'
  | 'priceCents'
  | 'seats'
  | 'minimum'
  | 'decideAt'
  | 'youngest'
  | 'oldest'
  | 'level'
>

/** The tag of what the coach can change of a clinic. @param dates ascending */
export const clinicTag = (clinic: Details, dates: readonly Range[]): string =>
  tagOf([
    ...[clinic.title, clinic.description, clinic.teachingLocationId, clinic.priceCents, clinic.seats],
    ...[clinic.minimum, clinic.decideAt, clinic.youngest, clinic.oldest, clinic.level],
    ...dates.map(({ start, end }) => [start, end]),
  ])

function wallClock({ start, end }: Range, zone: string) {
  const local = new Date(start + offsetMinutes(start, zone) * MINUTE).toISOString()
  return {
    date: local.slice(0, 10),
    time: local.slice(11, 16),
    durationMinutes: Math.round((end - start) / MINUTE),
  }
}
