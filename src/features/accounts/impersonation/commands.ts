import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { recordActing } from '#platform/audit-log.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { findActor } from '../queries.ts'
import { sessions } from '../tables.ts'
import { IMPERSONATION_MS } from './impersonation.ts'
import { impersonations } from './tables.ts'

const STARTS_PER_ADMIN = { points: 30, seconds: 60 * 60 }

/**
 * Switches an admin's session to another person's view, read-only and for at most an hour. It is recorded
 * before it takes effect.
 * @returns the person the session now acts as
 * @throws AppError no_admin_session, no_such_person, admins_are_themselves, too_many_requests
 */
export async function startImpersonation(
  services: Services,
  admin: { actor: Actor; headers: Headers; requestId: string },
  asked: { userId: string; reason: string },
): Promise<Actor> {
  const { actor } = admin
  await services.rateLimits.count('impersonation', actor.userId, STARTS_PER_ADMIN)
  const sessionId = await services.sessions.findSessionId(admin.headers)
  const now = services.clock.now()
  const endsAt = now + IMPERSONATION_MS
  const subject = await services.db.transaction(async (tx) => {
    const [session] = sessionId
      ? await tx
          .select({ userId: sessions.userId })
          .from(sessions)
          .where(eq(sessions.id, sessionId))
          .for('update')
      : []
    if (!sessionId || session?.userId !== actor.userId)
      throw new AppError('not_signed_in', 'no_admin_session', 'No admin session found')
    const person = await findActor(tx, asked.userId)
    if (!person) throw new AppError('not_found', 'no_such_person', 'There is no such account.')
    if (person.role === 'admin')
      throw new AppError('not_allowed', 'admins_are_themselves', 'You cannot act as an admin.')
    // Ends an earlier impersonation of this session, including an expired one. Concurrent starts from two
    // tabs are serialized.
    await tx
      .update(impersonations)
      .set({ endedAt: sql`greatest(started_at, least(ends_at, current_instant()))` })
      .where(and(eq(impersonations.sessionId, sessionId), isNull(impersonations.endedAt)))
    await tx.insert(impersonations).values({
      sessionId,
      adminId: actor.userId,
      subjectId: person.userId,
      reason: asked.reason,
      startedAt: now,
      endsAt,
    })
    await recordActing(tx, now, {
      actor: { ...person, impersonatedBy: actor.userId },
      action: 'call',
      target: 'accounts.startImpersonation',
      requestId: admin.requestId,
    })
    return person
  })
  services.sessions.forget(actor.userId)
  return { ...subject, impersonatedBy: actor.userId, mayAct: false, actingUntil: endsAt }
}

/** Allows changes in the current impersonation. @throws AppError not_impersonating */
export async function chooseToAct(services: Services, actor: Actor, headers: Headers): Promise<Actor> {
  const sessionId = await services.sessions.findSessionId(headers)
  const changed =
    actor.impersonatedBy && sessionId
      ? await services.db
          .update(impersonations)
          .set({ actsSince: services.clock.now() })
          .where(and(eq(impersonations.sessionId, sessionId), isNull(impersonations.endedAt)))
          .returning({ id: impersonations.id })
      : []
  if (!actor.impersonatedBy || changed.length === 0)
    throw new AppError(
      'conflict',
      'not_impersonating',
      'This session has already ended. Please reload the page.',
    )
  services.sessions.forget(actor.impersonatedBy)
  return { ...actor, mayAct: true }
}

/** Ends impersonation. Does nothing if it has already ended. */
export async function stopImpersonation(services: Services, actor: Actor, headers: Headers): Promise<void> {
  const sessionId = await services.sessions.findSessionId(headers)
  if (!actor.impersonatedBy || !sessionId) return
  await services.db
    .update(impersonations)
    .set({ endedAt: sql`greatest(started_at, least(ends_at, current_instant()))` })
    .where(and(eq(impersonations.sessionId, sessionId), isNull(impersonations.endedAt)))
  services.sessions.forget(actor.impersonatedBy)
}
