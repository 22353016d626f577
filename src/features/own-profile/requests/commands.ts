import { and, count, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { changeProfile, deletePictures } from '#features/coaches/commands.ts'
import type { CoachEvents } from '#features/coaches/events.ts'
import { coachPictures, instructorProfiles } from '#features/coaches/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError, type Refused, refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { notifyCheckAnswered, notifyReviewAnswered } from '../emails.ts'
import { removeFiles, removePictures } from '../pictures/commands.ts'
import { credentialRequests, importedReviews } from '../tables.ts'
import { type askCheckSchema, type bringReviewSchema, requestLimits } from './schema.ts'

type Has = Pick<Services, 'db' | 'clock'>
/** The answering admin, and the audit log. */
type By = { actor: Pick<Actor, 'userId'>; audit: Audit }
type Answering = Pick<Services, 'db' | 'clock' | 'jobs' | 'env' | 'answers'>

/**
 * Requests the verification of a certificate in the saved profile.
 * @throws AppError no_such_profile
 */
export async function askCheck(
  { db, clock }: Has,
  coachId: string,
  input: z.output<typeof askCheckSchema>,
): Promise<{ ok: true } | Refused<'no_such_credential' | 'asked_already' | 'no_such_document' | 'too_many'>> {
  return await db.transaction(async (tx) => {
    const { credentials } = await lockCoach(tx, coachId)
    if (!credentials.includes(input.credential)) return refused('no_such_credential')
    if (input.documentId && !(await isOwnDocument(tx, coachId, input.documentId)))
      return refused('no_such_document')
    const own = eq(credentialRequests.instructorId, coachId)
    const [open] = await tx
      .select({ n: count() })
      .from(credentialRequests)
      .where(and(own, eq(credentialRequests.status, 'asked')))
    if ((open?.n ?? 0) >= requestLimits.openChecks) return refused('too_many')
    const asked = await tx
      .insert(credentialRequests)
      .values({
        instructorId: coachId,
        credential: input.credential,
        note: input.note,
        documentId: input.documentId ?? null,
        createdAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: credentialRequests.id })
    return asked.length > 0 ? { ok: true } : refused('asked_already')
  })
}

/**
 * Answers a coach's request for a certificate that was recorded as verified, and deletes the document of the
 * request.
 */
export async function answerRecordedCheck(
  services: Pick<Services, 'jobs' | 'clock' | 'env' | 'answers'>,
  tx: Queryable,
  { instructorId, credential, adminId, at }: CoachEvents['credential_recorded'],
): Promise<void> {
  const answeredChecks = await tx
    .update(credentialRequests)
    .set({ status: 'checked', answeredBy: adminId, answeredAt: at })
    .where(
      and(
        eq(credentialRequests.instructorId, instructorId),
        eq(credentialRequests.credential, credential),
        eq(credentialRequests.status, 'asked'),
      ),
    )
    .returning({ id: credentialRequests.id, documentId: credentialRequests.documentId })
  for (const { id, documentId } of answeredChecks) {
    if (documentId) await deletePictures(tx, eq(coachPictures.id, documentId))
    await notifyCheckAnswered(services, tx, id)
  }
}

/**
 * Rejects a request with a reason and notifies the coach; the document is deleted.
 * @throws AppError no_such_request
 */
export async function refuseCheck(
  services: Answering & Pick<Services, 'files' | 'log'>,
  { actor, audit }: By,
  { requestId, refusal }: { requestId: string; refusal: string },
): Promise<void> {
  const gone = await services.db.transaction(async (tx) => {
    const [request] = await tx
      .update(credentialRequests)
      .set({ status: 'refused', refusal, answeredBy: actor.userId, answeredAt: services.clock.now() })
      .where(and(eq(credentialRequests.id, requestId), eq(credentialRequests.status, 'asked')))
      .returning({ coachId: credentialRequests.instructorId, documentId: credentialRequests.documentId })
    if (!request) throw noRequest()
    await audit.record(tx, answered(request.coachId, 'refused'))
    await notifyCheckAnswered(services, tx, requestId)
    if (!request.documentId) return []
    const [document] = await tx
      .select({ url: coachPictures.url })
      .from(coachPictures)
      .where(eq(coachPictures.id, request.documentId))
    return document ? await removePictures(tx, request.coachId, [document.url]) : []
  })
  await removeFiles(services, gone)
}

/**
 * Submits a review from another site, once: a repeated request changes nothing. It is not shown until an admin
 * approves it.
 * @throws AppError no_such_profile
 */
export async function bringReview(
  { db, clock }: Has,
  coachId: string,
  { text, ...review }: z.output<typeof bringReviewSchema>,
): Promise<{ ok: true } | Refused<'too_many' | 'already_shown'>> {
  return await db.transaction(async (tx) => {
    await lockCoach(tx, coachId)
    const own = eq(importedReviews.instructorId, coachId)
    const [same] = await tx
      .select({ status: importedReviews.status })
      .from(importedReviews)
      .where(
        and(
          own,
          eq(importedReviews.author, review.author),
          eq(importedReviews.rating, review.rating),
          eq(importedReviews.body, text),
          eq(importedReviews.source, review.source),
          ne(importedReviews.status, 'refused'),
        ),
      )
      .limit(1)
    if (same) return same.status === 'approved' ? refused('already_shown') : { ok: true }
    const [brought] = await tx.select({ n: count() }).from(importedReviews).where(own)
    if ((brought?.n ?? 0) >= requestLimits.imported) return refused('too_many')
    await tx
      .insert(importedReviews)
      .values({ ...review, body: text, instructorId: coachId, createdAt: clock.now() })
    return { ok: true }
  })
}

/**
 * Removes an imported review, also from the profile and the rating.
 * @throws AppError no_such_review
 */
export async function dropReview(
  { db }: Pick<Services, 'db'>,
  coachId: string,
  reviewId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { customReviews } = await lockCoach(tx, coachId)
    const gone = await tx
      .delete(importedReviews)
      .where(and(eq(importedReviews.id, reviewId), eq(importedReviews.instructorId, coachId)))
      .returning({ id: importedReviews.id })
    if (gone.length === 0) throw noReview()
    const rest = customReviews.filter(({ id }) => id !== reviewId)
    if (rest.length < customReviews.length) await writeReviews(tx, coachId, rest)
  })
}

/**
 * Approves a review: it is shown on the profile, labeled as imported, and counts in the rating.
 * @throws AppError no_such_review
 */
export async function approveReview(
  services: Answering,
  { actor, audit }: By,
  reviewId: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [asked] = await tx
      .select({ coachId: importedReviews.instructorId })
      .from(importedReviews)
      .where(eq(importedReviews.id, reviewId))
    if (!asked) throw noReview()
    // Before the review, as the coach who deletes it does: the two would wait for each other.
    const { customReviews } = await lockCoach(tx, asked.coachId)
    const [review] = await tx
      .update(importedReviews)
      .set({ status: 'approved', answeredBy: actor.userId, answeredAt: services.clock.now() })
      .where(and(eq(importedReviews.id, reviewId), eq(importedReviews.status, 'asked')))
      .returning()
    if (!review) throw noReview()
    const { id, author, rating, body: text, source } = review
    await writeReviews(tx, review.instructorId, [...customReviews, { id, author, rating, text, source }])
    await audit.record(tx, answered(review.instructorId, 'approved'))
    await notifyReviewAnswered(services, tx, reviewId)
  })
}

/**
 * Rejects a review with a reason and notifies the coach.
 * @throws AppError no_such_review
 */
export async function refuseReview(
  services: Answering,
  { actor, audit }: By,
  { reviewId, refusal }: { reviewId: string; refusal: string },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [review] = await tx
      .update(importedReviews)
      .set({ status: 'refused', refusal, answeredBy: actor.userId, answeredAt: services.clock.now() })
      .where(and(eq(importedReviews.id, reviewId), eq(importedReviews.status, 'asked')))
      .returning({ coachId: importedReviews.instructorId })
    if (!review) throw noReview()
    await audit.record(tx, answered(review.coachId, 'refused'))
    await notifyReviewAnswered(services, tx, reviewId)
  })
}

const answered = (coachId: string, status: 'approved' | 'refused') => ({
  subjectId: coachId,
  before: { status: 'asked' },
  after: { status },
})

async function lockCoach(tx: Queryable, coachId: string) {
  const [row] = await tx
    .select({ credentials: instructorProfiles.credentials, customReviews: instructorProfiles.customReviews })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
    .for('update')
  if (!row) throw new AppError('not_found', 'no_such_profile', 'You do not have a coaching profile yet.')
  return row
}

async function isOwnDocument(tx: Queryable, coachId: string, documentId: string): Promise<boolean> {
  const found = await tx
    .select({ id: coachPictures.id })
    .from(coachPictures)
    .where(
      and(
        eq(coachPictures.id, documentId),
        eq(coachPictures.instructorId, coachId),
        eq(coachPictures.purpose, 'document'),
      ),
    )
    // Keeps the document from being deleted until the request references it.
    .for('key share')
  return found.length > 0
}

const writeReviews = (
  tx: Queryable,
  coachId: string,
  customReviews: (typeof instructorProfiles.$inferSelect)['customReviews'],
) => changeProfile(tx, coachId, { customReviews })

const noRequest = () => new AppError('not_found', 'no_such_request', 'This request is no longer open.')
const noReview = () =>
  new AppError('not_found', 'no_such_review', 'This review is not there, or was answered.')
