import { eq } from 'drizzle-orm'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { conversationNoticeKind, conversationPaused, conversationWarning } from '../letters.ts'
import { noSuchConversation } from '../policy.ts'
import { conversations, messageReports } from '../tables.ts'
import type { SettleReport } from './schema.ts'

type By = { actor: Pick<Actor, 'userId'>; audit: Audit }

/**
 * Resolves a report: dismisses it, warns the reported person, or pauses the conversation and notifies both
 * participants.
 * @throws AppError no_such_report, already_settled
 */
export async function settleReport(services: Services, { actor, audit }: By, input: SettleReport) {
  const now = services.clock.now()
  await services.db.transaction(async (tx) => {
    const [report] = await tx
      .select()
      .from(messageReports)
      .where(eq(messageReports.id, input.reportId))
      .for('update')
    if (!report) throw noSuchReport()
    if (report.status === 'resolved')
      throw new AppError('conflict', 'already_settled', 'Another admin has already handled this report.')
    const { outcome } = input
    await tx
      .update(messageReports)
      .set({
        status: 'resolved',
        outcome,
        resolvedBy: actor.userId,
        resolvedAt: now,
        adminNotes: input.adminNotes || null,
      })
      .where(eq(messageReports.id, report.id))
    if (outcome === 'suspended') await pause(tx, report.conversationId, now)
    if (outcome !== 'dismissed') await tellAbout(services, tx, report, input)
    await audit.record(tx, {
      subjectId: report.reportedId,
      ids: { reportId: report.id, conversationId: report.conversationId },
      before: { status: 'open' },
      after: { status: 'resolved', outcome },
      reason: input.adminNotes || null,
    })
  })
}

/** Pauses or reopens a conversation. @throws AppError no_such_conversation */
export async function setSuspended(
  services: Services,
  { audit }: By,
  input: { conversationId: string; suspended: boolean; reason: string },
): Promise<void> {
  const { conversationId, suspended } = input
  await services.db.transaction(async (tx) => {
    const [before] = await tx
      .select({ suspendedAt: conversations.suspendedAt, studentId: conversations.studentId })
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('no key update')
    if (!before) throw noSuchConversation()
    if (suspended) await pause(tx, conversationId, services.clock.now())
    else await tx.update(conversations).set({ suspendedAt: null }).where(eq(conversations.id, conversationId))
    await audit.record(tx, {
      subjectId: before.studentId,
      before: { suspended: before.suspendedAt !== null },
      after: { suspended },
    })
  })
}

const pause = (tx: Queryable, conversationId: string, now: number) =>
  tx.update(conversations).set({ suspendedAt: now }).where(eq(conversations.id, conversationId))

/** Notifies the person who was warned, or both participants of a paused conversation. */
async function tellAbout(
  services: Services,
  tx: Queryable,
  report: typeof messageReports.$inferSelect,
  { outcome, explanation }: SettleReport,
) {
  const isPaused = outcome === 'suspended'
  const people = isPaused ? [report.reportedId, report.reporterId] : [report.reportedId]
  const title = isPaused ? 'We paused a conversation of yours' : 'Please mind how you write'
  const words =
    explanation ||
    (isPaused
      ? 'A message was reported to us. No one can send messages here until we reopen the conversation.'
      : 'One of your messages was reported to us, and it does not follow our rules.')
  const conversationUrl = `/inbox?conversation=${report.conversationId}`
  for (const userId of people)
    if (userId)
      await notifyUser(services, tx, {
        userId,
        kind: conversationNoticeKind,
        businessKey: report.id,
        title,
        body: words,
        href: conversationUrl,
        email: fillIn(isPaused ? conversationPaused : conversationWarning, {
          explanation: words,
          conversation_url: `${services.env.appUrl}${conversationUrl}`,
        }),
        about: { what: 'report', reportId: report.id },
      })
}

export const noSuchReport = () =>
  new AppError('not_found', 'no_such_report', 'We could not find that report.')
