import { and, asc, eq, sql } from 'drizzle-orm'
import { findClinic } from '#features/clinics/queries.ts'
import { clinicDates, clinics } from '#features/clinics/tables.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import { clinicSeatRequests } from '../tables.ts'
import type { SeatRequest } from './schema.ts'

const request = clinicSeatRequests

/** The first date of a clinic; milliseconds since 1970, UTC. */
const firstStart =
  sql`(select min(d.starts_at) from ${clinicDates} d where d.clinic_id = ${clinics.id})`.mapWith(
    clinicDates.startsAt,
  )

/** The clinics whose seats a student waits for, the next one first. @param now milliseconds since 1970, UTC */
export async function listOwnSeatRequests(
  db: Queryable,
  studentId: string,
  now: number,
): Promise<SeatRequest[]> {
  const rows = await db
    .select({
      id: request.id,
      clinicId: clinics.id,
      title: clinics.title,
      coachName: instructorProfiles.displayName,
      start: firstStart,
      zone: clinics.timeZone,
      seats: request.seats,
    })
    .from(request)
    .innerJoin(clinics, and(eq(clinics.id, request.clinicId), eq(clinics.status, 'published')))
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, clinics.instructorId))
    .where(and(eq(request.studentId, studentId), eq(request.status, 'waiting')))
    .orderBy(asc(request.createdAt), asc(request.id))
  const waiting: SeatRequest[] = []
  for (const { coachName, start, ...row } of rows) {
    if (start <= now) continue
    const found = await findClinic(db, row.clinicId, now)
    if (!found) continue
    const seatsLeft = Math.max(0, found.clinic.seats - found.sold - found.held)
    waiting.push({ ...row, coachLabel: coachLabel(coachName), start: toIso(start), seatsLeft })
  }
  return waiting.sort((one, other) => one.start.localeCompare(other.start))
}

/** How many students wait for seats in each clinic of a coach, without names. @param now milliseconds since 1970, UTC */
export async function listWaitedClinics(
  db: Queryable,
  coachId: string,
  now: number,
): Promise<
  { clinicId: string; title: string; start: number; zone: string; golfers: number; seats: number }[]
> {
  return await db
    .select({
      clinicId: clinics.id,
      title: clinics.title,
      start: firstStart,
      zone: clinics.timeZone,
      golfers: sql`count(*)`.mapWith(Number),
      seats: sql`sum(${request.seats})`.mapWith(Number),
    })
    .from(request)
    .innerJoin(clinics, eq(clinics.id, request.clinicId))
    .where(
      and(
        eq(clinics.instructorId, coachId),
        eq(clinics.status, 'published'),
        eq(request.status, 'waiting'),
        sql`${firstStart} > ${new Date(now)}`,
      ),
    )
    .groupBy(clinics.id)
    .orderBy(asc(firstStart), asc(clinics.id))
}

/** The clinics that at least one student waits for. */
export async function listClinicsToLookAt(db: Queryable): Promise<string[]> {
  const found = await db
    .selectDistinct({ id: request.clinicId })
    .from(request)
    .where(eq(request.status, 'waiting'))
  return found.map(({ id }) => id)
}
