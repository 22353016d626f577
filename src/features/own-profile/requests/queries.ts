import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { profiles } from '#features/accounts/tables.ts'
import { coachPictures, credentialVerifications, instructorProfiles } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { dateIn, toIso } from '#platform/time.ts'
import { credentialRequests, importedReviews } from '../tables.ts'
import type { CredentialState, OwnImportedReview, openRequestsSchema } from './schema.ts'

const LISTED = 200

/**
 * The state of each certificate of a profile: requested, verified or rejected, with date and reason.
 * @param now UTC milliseconds
 */
export async function readCredentialStates(
  db: Queryable,
  coachId: string,
  now: number,
): Promise<CredentialState[]> {
  const { credentials } = await readProfile(db, coachId)
  const record = credentialVerifications
  const records = await db
    .select({ credential: record.credential, at: record.verifiedAt, expiresOn: record.expiresOn })
    .from(record)
    .where(and(eq(record.instructorId, coachId), eq(record.kind, 'certificate'), isNull(record.withdrawnAt)))
  const requests = await db
    .select()
    .from(credentialRequests)
    .where(eq(credentialRequests.instructorId, coachId))
    .orderBy(desc(credentialRequests.createdAt))
    .limit(LISTED)
  const today = dateIn(now, 'UTC')
  return credentials.map((credential): CredentialState => {
    const checked = records.find(
      (one) => one.credential === credential && (one.expiresOn === null || one.expiresOn >= today),
    )
    if (checked)
      return { credential, state: 'checked', requestId: null, on: dateIn(checked.at, 'UTC'), refusal: null }
    const [request] = requests.filter((one) => one.credential === credential)
    if (request?.status === 'asked' || request?.status === 'refused')
      return {
        credential,
        state: request.status,
        requestId: request.id,
        on: dateIn(request.answeredAt ?? request.createdAt, 'UTC'),
        refusal: request.refusal,
      }
    return { credential, state: 'none', requestId: null, on: null, refusal: null }
  })
}

/** All reviews a coach imported, newest first, including open and rejected ones. */
export async function readImportedReviews(db: Queryable, coachId: string): Promise<OwnImportedReview[]> {
  const { customReviews } = await readProfile(db, coachId)
  const rows = await db
    .select()
    .from(importedReviews)
    .where(eq(importedReviews.instructorId, coachId))
    .orderBy(desc(importedReviews.createdAt))
    .limit(LISTED)
  const earlier = customReviews.filter(({ id }) => !id)
  return [
    ...rows.map(({ id, author, rating, body, source, status, refusal }) => ({
      id,
      author,
      rating,
      text: body,
      source,
      state: status,
      refusal,
    })),
    ...earlier.map(({ author, rating, text, source }) => ({
      id: null,
      author,
      rating,
      text: text ?? '',
      source: source ?? '',
      state: 'approved' as const,
      refusal: null,
    })),
  ]
}

async function readProfile(db: Queryable, coachId: string) {
  const [row] = await db
    .select({ credentials: instructorProfiles.credentials, customReviews: instructorProfiles.customReviews })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
  if (!row) throw new AppError('not_found', 'no_such_profile', 'You do not have a coaching profile yet.')
  return row
}

/** The open requests for admins, oldest first. */
export async function listOpenRequests(db: Queryable): Promise<z.infer<typeof openRequestsSchema>> {
  const checks = await db
    .select({
      id: credentialRequests.id,
      instructorId: credentialRequests.instructorId,
      coach: profiles.fullName,
      credential: credentialRequests.credential,
      note: credentialRequests.note,
      documentUrl: coachPictures.url,
      askedAt: credentialRequests.createdAt,
    })
    .from(credentialRequests)
    .innerJoin(profiles, eq(profiles.id, credentialRequests.instructorId))
    .leftJoin(coachPictures, eq(coachPictures.id, credentialRequests.documentId))
    .where(eq(credentialRequests.status, 'asked'))
    .orderBy(asc(credentialRequests.createdAt))
    .limit(LISTED)
  const reviews = await db
    .select({
      id: importedReviews.id,
      instructorId: importedReviews.instructorId,
      coach: profiles.fullName,
      author: importedReviews.author,
      rating: importedReviews.rating,
      text: importedReviews.body,
      source: importedReviews.source,
      askedAt: importedReviews.createdAt,
    })
    .from(importedReviews)
    .innerJoin(profiles, eq(profiles.id, importedReviews.instructorId))
    .where(eq(importedReviews.status, 'asked'))
    .orderBy(asc(importedReviews.createdAt))
    .limit(LISTED)
  return {
    checks: checks.map((one) => ({ ...one, askedAt: toIso(one.askedAt) })),
    reviews: reviews.map((one) => ({ ...one, askedAt: toIso(one.askedAt) })),
  }
}
