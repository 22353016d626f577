import { and, eq, isNull, lt } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import { AppError } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
import { dateIn } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { credentialVerifications, instructorProfiles } from '../tables.ts'
import { BACKGROUND_CHECK, type recordVerificationSchema, type withdrawVerificationSchema } from './schema.ts'

/** The admin, and the audit log to write to. */
type By = { actor: Actor; audit: Audit }
type Outcome<Reason extends string> = { ok: true } | { ok: false; reason: Reason }

/**
 * Records that an admin checked a certificate or the report of a background check. A certificate must be on
 * the coach's profile in the same words. There is one current record for each: it must be withdrawn before a
 * new one is recorded, unless it has expired, which withdraws it.
 * @throws AppError `no_such_coach`
 */
export async function recordVerification(
  services: Services,
  { actor, audit }: By,
  input: z.infer<typeof recordVerificationSchema>,
): Promise<Outcome<'no_such_credential' | 'already_recorded'>> {
  const { db, clock } = services
  const [found] = await db
    .select({ credentials: instructorProfiles.credentials })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, input.instructorId))
  if (!found) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
  const isBackground = input.kind === 'background'
  if (!isBackground && !found.credentials.includes(input.credential))
    return { ok: false, reason: 'no_such_credential' }
  const { instructorId, kind } = input
  const credential = isBackground ? BACKGROUND_CHECK : input.credential
  return await db.transaction(async (tx) => {
    const records = credentialVerifications
    const expired = await tx
      .update(records)
      .set({ withdrawnAt: clock.now(), withdrawnBy: actor.userId, withdrawnReason: 'Expired' })
      .where(
        and(
          eq(records.instructorId, instructorId),
          eq(records.kind, kind),
          eq(records.credential, credential),
          isNull(records.withdrawnAt),
          lt(records.expiresOn, dateIn(clock.now(), 'UTC')),
        ),
      )
      .returning({ id: records.id, expiresOn: records.expiresOn })
    const recorded = await tx
      .insert(records)
      .values({
        instructorId,
        kind,
        credential,
        evidence: input.evidence,
        verifiedBy: actor.userId,
        verifiedAt: clock.now(),
        expiresOn: input.expiresOn ?? null,
      })
      .onConflictDoNothing()
      .returning({ id: records.id })
    if (!recorded[0]) return { ok: false, reason: 'already_recorded' }
    if (!isBackground)
      await publish(services, tx, 'credential_recorded', {
        instructorId,
        credential,
        adminId: actor.userId,
        at: clock.now(),
      })
    await audit.record(
      tx,
      ...expired.map(({ id, expiresOn }) => ({
        subjectId: instructorId,
        ids: { verificationId: id },
        before: { kind, state: 'recorded', expiresOn },
        after: { kind, state: 'withdrawn' },
        reason: 'Expired',
      })),
      {
        subjectId: instructorId,
        ids: { verificationId: recorded[0].id },
        before: { kind, state: 'not recorded' },
        after: { kind, state: 'recorded', expiresOn: input.expiresOn ?? null },
      },
    )
    return { ok: true }
  })
}

/**
 * Withdraws a record, which is hidden from then on.
 * @returns `not_current` when there is none or it was withdrawn
 */
export async function withdrawVerification(
  { db, clock }: Services,
  { actor, audit }: By,
  input: z.infer<typeof withdrawVerificationSchema>,
): Promise<Outcome<'not_current'>> {
  return await db.transaction(async (tx) => {
    const { id, withdrawnAt, kind, expiresOn, instructorId } = credentialVerifications
    const [withdrawn] = await tx
      .update(credentialVerifications)
      .set({ withdrawnAt: clock.now(), withdrawnBy: actor.userId, withdrawnReason: input.reason })
      .where(and(eq(id, input.verificationId), isNull(withdrawnAt)))
      .returning({ kind, expiresOn, instructorId })
    if (!withdrawn) return { ok: false, reason: 'not_current' }
    await audit.record(tx, {
      subjectId: withdrawn.instructorId,
      before: { kind: withdrawn.kind, state: 'recorded', expiresOn: withdrawn.expiresOn },
      after: { kind: withdrawn.kind, state: 'withdrawn' },
    })
    return { ok: true }
  })
}
