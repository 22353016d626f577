import { and, eq, exists, sql } from 'drizzle-orm'
import { clinicDates, clinics } from '#features/clinics/tables.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import { AppError } from '#platform/errors.ts'
import { signedValues } from '#platform/signed-value.ts'
import { dateIn } from '#platform/time.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import type { LeavingRequest } from './schema.ts'
import { cancellationRequests, clinicSeatRequests, freedTimeOffers } from './tables.ts'

/**
 * The link in an email that removes a golfer from a list without signing in. It is valid for that list only.
 */

const marks = (env: Pick<Env, 'SESSION_SECRET'>) =>
  signedValues(env.SESSION_SECRET, 'leave a cancellation list')

/** The page has a button: opening it changes nothing, because mail scanners open every link. */
export const leaveAddress = (env: Pick<Env, 'SESSION_SECRET' | 'appUrl'>, requestId: string) =>
  `${env.appUrl}/leave-list?token=${encodeURIComponent(marks(env).sign(requestId))}`

/** The same for the list of a clinic. */
export const leaveSeatsAddress = (env: Pick<Env, 'SESSION_SECRET' | 'appUrl'>, requestId: string) =>
  `${env.appUrl}/leave-list?token=${encodeURIComponent(marks(env).sign(SEATS + requestId))}`

const SEATS = 'seats:'

/**
 * Reads what a link refers to.
 * @throws AppError no_such_link, for a link with a bad signature or of a deleted list
 */
export async function readLeavingRequest(
  { db, env }: Pick<Services, 'db' | 'env'>,
  token: string | undefined,
): Promise<LeavingRequest> {
  const { coachId, coachName, clinic, from, to, status, holdsTime } = await findLinkedRequest(db, env, token)
  return { coach: { id: coachId, label: coachLabel(coachName) }, clinic, from, to, status, holdsTime }
}

/**
 * Finds the request a link refers to.
 * @throws AppError no_such_link
 */
export async function findLinkedRequest(
  db: Queryable,
  env: Pick<Env, 'SESSION_SECRET'>,
  token: string | undefined,
) {
  const signed = marks(env).read(token)
  if (signed?.startsWith(SEATS)) return await findLinkedSeats(db, signed.slice(SEATS.length))
  const requestId = signed
  if (!requestId || !isUuid(requestId)) throw noLink()
  const request = cancellationRequests
  const [found] = await db
    .select({
      requestId: request.id,
      studentId: request.studentId,
      coachId: request.instructorId,
      coachName: instructorProfiles.displayName,
      from: request.fromDate,
      to: request.toDate,
      status: request.status,
      holdsTime: sql<boolean>`${exists(
        db
          .select({ one: sql`1` })
          .from(freedTimeOffers)
          .where(and(eq(freedTimeOffers.requestId, request.id), eq(freedTimeOffers.status, 'open'))),
      )}`,
    })
    .from(request)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, request.instructorId))
    .where(eq(request.id, requestId))
  if (!found) throw noLink()
  return { ...found, clinic: null }
}

async function findLinkedSeats(db: Queryable, requestId: string) {
  if (!isUuid(requestId)) throw noLink()
  const request = clinicSeatRequests
  const [found] = await db
    .select({
      requestId: request.id,
      studentId: request.studentId,
      coachId: clinics.instructorId,
      coachName: instructorProfiles.displayName,
      clinic: { id: clinics.id, title: clinics.title },
      zone: clinics.timeZone,
      starts: sql`min(${clinicDates.startsAt})`.mapWith(clinicDates.startsAt),
      ends: sql`max(${clinicDates.startsAt})`.mapWith(clinicDates.startsAt),
      status: request.status,
    })
    .from(request)
    .innerJoin(clinics, eq(clinics.id, request.clinicId))
    .innerJoin(clinicDates, eq(clinicDates.clinicId, clinics.id))
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, clinics.instructorId))
    .where(eq(request.id, requestId))
    .groupBy(request.id, clinics.id, instructorProfiles.userId)
  if (!found) throw noLink()
  const { zone, starts, ends, ...rest } = found
  return { ...rest, from: dateIn(starts, zone), to: dateIn(ends, zone), holdsTime: false }
}

const noLink = () =>
  new AppError('not_found', 'no_such_link', 'This link is incomplete. Use the link in our latest email.')
