import { and, eq, or, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import type { ReportInput } from '../schema.ts'
import { conversations, messageReports, messages } from '../tables.ts'
import { mark } from './commands.ts'

const REPORTS_A_DAY = { points: 30, seconds: 86_400 }

/**
 * Blocks or unblocks the other participant, who is not notified.
 * @returns false if the person is not a participant
 */
export async function setBlocked(
  services: Pick<Services, 'db' | 'clock'>,
  person: Pick<Actor, 'userId'>,
  input: { conversationId: string; blocked: boolean },
): Promise<boolean> {
  return await mark(services, person, input.conversationId, 'blockedAt', input.blocked)
}

/**
 * Reports a conversation or one of its messages to the staff. A repeated report updates the open one.
 * @returns false if the reporter is not a participant, or the message was not sent by the other participant
 * @throws AppError too_many_requests
 */
export async function reportConversation(
  services: Pick<Services, 'db' | 'clock' | 'rateLimits'>,
  reporter: Actor,
  input: ReportInput,
): Promise<boolean> {
  await services.rateLimits.count('message-report', reporter.userId, REPORTS_A_DAY)
  return await services.db.transaction(async (tx) => {
    const other = await findOther(tx, reporter.userId, input.conversationId)
    if (!other) return false
    const { conversationId, messageId = null } = input
    if (messageId && !(await isFrom(tx, other, conversationId, messageId))) return false
    await tx
      .insert(messageReports)
      .values({
        conversationId,
        messageId,
        reporterId: reporter.userId,
        reportedId: other,
        reason: input.reason,
        details: input.details || null,
        createdAt: services.clock.now(),
      })
      .onConflictDoUpdate({
        target: [messageReports.reporterId, messageReports.conversationId, messageReports.messageId],
        targetWhere: sql`status = 'open'`,
        set: { reason: input.reason, details: sql`coalesce(excluded.details, ${messageReports.details})` },
      })
    if (input.block)
      await mark({ db: tx, clock: services.clock }, reporter, conversationId, 'blockedAt', true)
    return true
  })
}

async function findOther(db: Queryable, userId: string, conversationId: string): Promise<string | null> {
  const [pair] = await db
    .select({ instructorId: conversations.instructorId, studentId: conversations.studentId })
    .from(conversations)
    .where(
      and(
        eq(conversations.id, conversationId),
        or(eq(conversations.instructorId, userId), eq(conversations.studentId, userId)),
      ),
    )
  if (!pair) return null
  return pair.instructorId === userId ? pair.studentId : pair.instructorId
}

/** Only messages of the other participant, including those written by their assistant, can be reported. */
async function isFrom(db: Queryable, senderId: string, conversationId: string, messageId: string) {
  const found = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.id, messageId),
        eq(messages.conversationId, conversationId),
        eq(messages.senderId, senderId),
      ),
    )
  return found.length > 0
}
