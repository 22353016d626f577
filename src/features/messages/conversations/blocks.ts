import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import type { ReportInput } from '../schema.ts'
import { mark } from './commands.ts'

const REPORTS_A_DAY = { points: 30, seconds: 86_400 }

/** No longer hears from the other, or does again; the other is not told. @returns false when the conversation is not theirs */
export async function setBlocked(
  services: Pick<Services, 'db' | 'clock'>,
  person: Pick<Actor, 'userId'>,
  input: { conversationId: string; blocked: boolean },
): Promise<boolean> {
  return await mark(services, person, input.conversationId, 'blocked_at', input.blocked)
}

/**
 * Tells the people who run the platform about a conversation or one message of it; once while it is looked at.
 * @returns false when the conversation, or a message of the other's in it, is not there for the reporter
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
    await tx.execute(sql`
      insert into message_reports (conversation_id, message_id, reporter_id, reported_id, reason, details, created_at)
      values (${conversationId}, ${messageId}, ${reporter.userId}, ${other}, ${input.reason}, ${input.details || null},
        ${new Date(services.clock.now())})
      on conflict (reporter_id, conversation_id, message_id) where status = 'open'
      do update set reason = excluded.reason, details = coalesce(excluded.details, message_reports.details)`)
    if (input.block)
      await mark({ db: tx, clock: services.clock }, reporter, conversationId, 'blocked_at', true)
    return true
  })
}

async function findOther(db: Queryable, userId: string, conversationId: string): Promise<string | null> {
  const found = await db.execute<{ other: string }>(sql`
    select case when instructor_id = ${userId} then student_id else instructor_id end as other from conversations
    where id = ${conversationId} and ${userId} in (instructor_id, student_id)`)
  return found.rows[0]?.other ?? null
}

/** One reports what the other said, or their assistant in their name; never one's own words. */
async function isFrom(db: Queryable, senderId: string, conversationId: string, messageId: string) {
  const found = await db.execute(sql`
    select from messages where id = ${messageId} and conversation_id = ${conversationId} and sender_id = ${senderId}`)
  return found.rows.length > 0
}
