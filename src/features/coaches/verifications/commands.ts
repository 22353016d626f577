import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { BACKGROUND_CHECK, type recordVerificationSchema, type withdrawVerificationSchema } from './schema.ts'

type Outcome<Reason extends string> = { ok: true } | { ok: false; reason: Reason }

/**
 * Keeps that an admin looked at a certificate or at the report of a background check. A certificate must stand on the coach's
 * profile in the same words. Each has one record at a time: who looks again withdraws the old one first.
 * @throws AppError `no_such_coach`
 */
export async function recordVerification(
  { db, clock }: Services,
  admin: Actor,
  input: z.infer<typeof recordVerificationSchema>,
): Promise<Outcome<'no_such_credential' | 'already_recorded'>> {
  const coach = await db.execute<{ credentials: string[] }>(
    sql`select credentials from instructor_profiles where user_id = ${input.instructorId}`,
  )
  const [found] = coach.rows
  if (!found) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
  const isBackground = input.kind === 'background'
  if (!isBackground && !found.credentials.includes(input.credential))
    return { ok: false, reason: 'no_such_credential' }
  const kept = await db.execute(sql`
    insert into credential_verifications
      (instructor_id, kind, credential, evidence, verified_by, verified_at, expires_on)
    values (${input.instructorId}, ${input.kind}, ${isBackground ? BACKGROUND_CHECK : input.credential}, ${input.evidence}, ${admin.userId},
      to_timestamp(${clock.now()} / 1000.0), ${input.expiresOn ?? null})
    on conflict do nothing returning id`)
  return kept.rows.length > 0 ? { ok: true } : { ok: false, reason: 'already_recorded' }
}

/** A record no longer holds: from now on nobody is told of it. @returns `not_current` when there is none or it was withdrawn */
export async function withdrawVerification(
  { db, clock }: Services,
  admin: Actor,
  input: z.infer<typeof withdrawVerificationSchema>,
): Promise<Outcome<'not_current'>> {
  const changed = await db.execute(sql`
    update credential_verifications set withdrawn_at = to_timestamp(${clock.now()} / 1000.0), withdrawn_by = ${admin.userId},
      withdrawn_reason = ${input.reason}
    where id = ${input.verificationId} and withdrawn_at is null returning id`)
  return changed.rows.length > 0 ? { ok: true } : { ok: false, reason: 'not_current' }
}
