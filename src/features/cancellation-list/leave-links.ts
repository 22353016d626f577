import { and, eq, exists, sql } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import { AppError } from '#platform/errors.ts'
import { signedValues } from '#platform/signed-value.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import type { LeavingRequest } from './schema.ts'
import { cancellationRequests, freedTimeOffers } from './tables.ts'

/**
 * The link in an email that removes a golfer from a list without signing in. It is valid for that list only.
 */

const marks = (env: Pick<Env, 'SESSION_SECRET'>) =>
  signedValues(env.SESSION_SECRET, 'leave a cancellation list')

/** The page has a button: opening it changes nothing, because mail scanners open every link. */
export const leaveAddress = (env: Pick<Env, 'SESSION_SECRET' | 'appUrl'>, requestId: string) =>
  `${env.appUrl}/leave-list?token=${encodeURIComponent(marks(env).sign(requestId))}`

/**
 * Reads what a link refers to.
 * @throws AppError no_such_link, for a link with a bad signature or of a deleted list
 */
export async function readLeavingRequest(
  { db, env }: Pick<Services, 'db' | 'env'>,
  token: string | undefined,
): Promise<LeavingRequest> {
  const { coachId, coachName, from, to, status, holdsTime } = await findLinkedRequest(db, env, token)
  return { coach: { id: coachId, label: coachLabel(coachName) }, from, to, status, holdsTime }
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
  const requestId = marks(env).read(token)
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
  return found
}

const noLink = () =>
  new AppError('not_found', 'no_such_link', 'This link is incomplete. Use the link in our latest email.')
