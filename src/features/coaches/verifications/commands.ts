import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { coachPictures, credentialRequests, credentialVerifications, instructorProfiles } from '../tables.ts'
import { BACKGROUND_CHECK, type recordVerificationSchema, type withdrawVerificationSchema } from './schema.ts'

type Outcome<Reason extends string> = { ok: true } | { ok: false; reason: Reason }

/**
 * Records that an admin looked at a certificate or at the report of a background check. A certificate must stand on the coach's
 * profile in the same words. Each has one record at a time: who looks again withdraws the old one first.
 * @throws AppError `no_such_coach`
 */
export async function recordVerification(
  { db, clock }: Services,
  admin: Actor,
  input: z.infer<typeof recordVerificationSchema>,
): Promise<Outcome<'no_such_credential' | 'already_recorded'>> {
  const [found] = await db
    .select({ credentials: instructorProfiles.credentials })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, input.instructorId))
  if (!found) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
  const isBackground = input.kind === 'background'
  if (!isBackground && !found.credentials.includes(input.credential))
    return { ok: false, reason: 'no_such_credential' }
  const recorded = await db
    .insert(credentialVerifications)
    .values({
      instructorId: input.instructorId,
      kind: input.kind,
      credential: isBackground ? BACKGROUND_CHECK : input.credential,
      evidence: input.evidence,
      verifiedBy: admin.userId,
      verifiedAt: clock.now(),
      expiresOn: input.expiresOn ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: credentialVerifications.id })
  if (recorded.length === 0) return { ok: false, reason: 'already_recorded' }
  if (!isBackground) await answerRequest(db, admin, input, clock.now())
  return { ok: true }
}

/** Whoever asked for it is answered, and the document that was shown has done its work. */
async function answerRequest(
  db: Queryable,
  admin: Actor,
  { instructorId, credential }: { instructorId: string; credential: string },
  answeredAt: number,
) {
  const answered = await db
    .update(credentialRequests)
    .set({ status: 'checked', answeredBy: admin.userId, answeredAt })
    .where(
      and(
        eq(credentialRequests.instructorId, instructorId),
        eq(credentialRequests.credential, credential),
        eq(credentialRequests.status, 'asked'),
      ),
    )
    .returning({ documentId: credentialRequests.documentId })
  for (const { documentId } of answered)
    if (documentId) await db.delete(coachPictures).where(eq(coachPictures.id, documentId))
}

/** A record no longer holds: from now on nobody sees it. @returns `not_current` when there is none or it was withdrawn */
export async function withdrawVerification(
  { db, clock }: Services,
  admin: Actor,
  input: z.infer<typeof withdrawVerificationSchema>,
): Promise<Outcome<'not_current'>> {
  const changed = await db
    .update(credentialVerifications)
    .set({ withdrawnAt: clock.now(), withdrawnBy: admin.userId, withdrawnReason: input.reason })
    .where(
      and(eq(credentialVerifications.id, input.verificationId), isNull(credentialVerifications.withdrawnAt)),
    )
    .returning({ id: credentialVerifications.id })
  return changed.length > 0 ? { ok: true } : { ok: false, reason: 'not_current' }
}
