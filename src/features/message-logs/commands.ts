import { eq, sql } from 'drizzle-orm'
import { sendTemplatedEmail, sendTemplatedSms } from '#features/notifications/jobs.ts'
import { emailLogs, smsLogs } from '#features/notifications/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import { AppError } from '#platform/errors.ts'
import { uuidV4 } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import { findResendBlock, noSuchMessage } from './queries.ts'

const PER_MESSAGE = { points: 3, seconds: 60 * 60 }
const PER_ADMIN = { points: 100, seconds: 60 * 60 }

/**
 * Sends a message of the log once more, to whom it went then. Before it leaves it asks again whether it is still true and wanted,
 * and the log says so when it is not. Messages with a link that works once are not sent again: their reader asks for a new one.
 * @throws AppError no_such_message, cannot_be_resent, address_suppressed, too_many_requests
 */
export async function resendMessage(
  services: Services,
  by: { actor: Actor; audit: Audit },
  { channel, id }: { channel: 'email' | 'sms'; id: string },
): Promise<void> {
  const table = channel === 'email' ? emailLogs : smsLogs
  const [row] = await services.db
    .select({
      job: table.job,
      key: table.dedupeKey,
      status: table.status,
      userId: table.userId,
      email: channel === 'email' ? sql<string | null>`${emailLogs.recipientEmail}` : sql<null>`null`,
    })
    .from(table)
    .where(eq(table.id, id))
  if (!row) throw noSuchMessage()
  if (!row.job || row.status === 'sending')
    throw new AppError(
      'conflict',
      'cannot_be_resent',
      'This message cannot be sent again because it contains a single-use link. The recipient can request a new one.',
    )
  if (row.email && (await findResendBlock(services, row.job, row.email)))
    throw new AppError(
      'conflict',
      'address_suppressed',
      `Nothing was sent: ${row.email} is under Bounced Addresses. Allow emails to it there first.`,
    )
  await services.rateLimits.count('message-resend', id, PER_MESSAGE)
  await services.rateLimits.count('message-resend-admin', by.actor.userId, PER_ADMIN)
  const kind = channel === 'email' ? sendTemplatedEmail : sendTemplatedSms
  const job = kind.payload.parse({ ...row.job, key: `${row.key ?? id}:again:${uuidV4()}` })
  await services.db.transaction(async (tx) => {
    await services.jobs.send(tx, kind, job)
    await by.audit.record(tx, {
      subjectId: row.userId,
      ids: { messageId: id },
      before: { status: row.status },
      after: { sent: true, template: job.template, channel },
    })
  })
}
