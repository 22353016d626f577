import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { isoOfMs, toIso } from '#platform/time.ts'
import { messageReports } from '../tables.ts'
import type { Reported } from './schema.ts'

/**
 * The number of messages shown before and after a reported one; for a whole conversation, the number of its
 * last messages.
 */
const AROUND = 15

/** A report with the surrounding messages; null if it does not exist. */
export async function findReported(db: Queryable, reportId: string): Promise<Reported | null> {
  const [report] = await db.select().from(messageReports).where(eq(messageReports.id, reportId))
  if (!report) return null
  // Raw: names together with their ids, and a window around one message.
  const people = await db.execute<{
    reporter: string | null
    reported: string | null
    reports: number
    suspended: boolean
  }>(sql`
    select (select full_name from profiles where id = ${report.reporterId}) as reporter,
      (select full_name from profiles where id = ${report.reportedId}) as reported,
      (select count(*)::int from message_reports where reported_id = ${report.reportedId}) as reports,
      c.suspended_at is not null as suspended
    from conversations c where c.id = ${report.conversationId}`)
  const said = await db.execute<{
    id: string
    at: string
    name: string
    is_assistant: boolean
    content: string
    files: number
  }>(sql`
    with place as (
      select coalesce((select position from messages where id = ${report.messageId}),
        (select message_count from conversations where id = ${report.conversationId})) as at)
    select m.id, extract(epoch from m.created_at) * 1000 as at, p.full_name as name, m.message_type = 'ai_response' as is_assistant,
      m.content, m.attachment_count as files
    from place, messages m join profiles p on p.id = m.sender_id
    where m.conversation_id = ${report.conversationId}
      and m.position between place.at - ${2 * AROUND}::integer and place.at + ${AROUND}::integer
    order by m.position`)
  const [names] = people.rows
  return {
    id: report.id,
    conversationId: report.conversationId,
    status: report.status,
    outcome: report.outcome,
    reason: report.reason,
    details: report.details,
    adminNotes: report.adminNotes,
    reporter: { id: report.reporterId, name: names?.reporter ?? 'Closed account' },
    reported: {
      id: report.reportedId,
      name: names?.reported ?? 'Closed account',
      reports: names?.reports ?? 0,
    },
    isSuspended: names?.suspended ?? false,
    createdAt: toIso(report.createdAt),
    messages: said.rows.map((row) => ({
      id: row.id,
      at: isoOfMs(row.at),
      name: row.name,
      isAssistant: row.is_assistant,
      content: row.content,
      files: row.files,
      isReported: row.id === report.messageId,
    })),
  }
}

/** Whether a report is still resolved with a consequence; checked before its emails are sent. */
export async function isReportSettled(db: Queryable, reportId: string): Promise<boolean> {
  const [report] = await db
    .select({ outcome: messageReports.outcome })
    .from(messageReports)
    .where(eq(messageReports.id, reportId))
  return report?.outcome === 'warned' || report?.outcome === 'suspended'
}
