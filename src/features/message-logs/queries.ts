import { count, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import { contactOf } from '#features/notifications/delivery.ts'
import { readKeptHtml } from '#features/notifications/email-wordings.ts'
import type { MessageStatus } from '#features/notifications/message-status.ts'
import type { SuppressionReason } from '#features/notifications/suppression.ts'
import { findSuppression } from '#features/notifications/suppressions.ts'
import { emailLogs, smsLogs } from '#features/notifications/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import type { DeliveryFigures, LoggedMessage } from './schema.ts'

export const noSuchMessage = () =>
  new AppError('not_found', 'no_such_message', 'That message is not in the log.')

/** A message of the log as it left. @throws AppError no_such_message */
export async function readLogged(
  services: Pick<Services, 'db' | 'letters' | 'answers'>,
  { channel, id }: { channel: 'email' | 'sms'; id: string },
): Promise<LoggedMessage> {
  return channel === 'email' ? await readEmail(services, id) : await readText(services, id)
}

const FIGURE_DAYS = 30

/** How many messages of the last days were taken, arrived, came back, failed or were not sent. @param now milliseconds since 1970, UTC */
export async function readDeliveryFigures(
  db: Queryable,
  channel: 'email' | 'sms',
  now: number,
): Promise<DeliveryFigures> {
  const log = channel === 'email' ? emailLogs : smsLogs
  const status = sql<MessageStatus>`coalesce(${log.delivery}, ${log.status})`
  const figures = await db
    .select({ status, count: count() })
    .from(log)
    .where(gt(log.createdAt, now - FIGURE_DAYS * 86_400_000))
    .groupBy(status)
  return { days: FIGURE_DAYS, figures }
}

/**
 * Why an email that is sent again would not leave: its address bounced or its reader complained.
 * @param job what it takes to send it again, with the reader it goes to now
 */
export async function findResendBlock(
  services: Pick<Services, 'db' | 'answers'>,
  job: Record<string, unknown> | null,
  recipient: string,
): Promise<SuppressionReason | null> {
  const { toEmail, userId } = job ?? {}
  const holder = typeof userId === 'string' ? await contactOf(services, { userId }) : null
  return await findSuppression(
    services.db,
    typeof toEmail === 'string' ? toEmail : (holder?.email ?? recipient),
  )
}

async function readEmail(
  services: Pick<Services, 'db' | 'letters' | 'answers'>,
  id: string,
): Promise<LoggedMessage> {
  const { db, letters } = services
  const [row] = await db.select(getTableColumns(emailLogs)).from(emailLogs).where(eq(emailLogs.id, id))
  if (!row) throw noSuchMessage()
  const letter = letters.templates.find(({ key }) => key === row.templateKey)
  const suppression = await findResendBlock(services, row.job, row.recipientEmail)
  const { html, isDamaged } = await readKeptHtml(db, row)
  return {
    ...commonOf(row),
    canResend: row.job !== null && row.status !== 'sending' && suppression === null,
    suppression,
    channel: 'email',
    templateName: letter?.email?.name ?? null,
    recipient: row.recipientEmail,
    subject: row.subject,
    html,
    isDamaged,
    text: null,
    hidesSecrets: html?.includes('•••') ?? false,
  }
}

async function readText(
  { db, letters }: Pick<Services, 'db' | 'letters'>,
  id: string,
): Promise<LoggedMessage> {
  const [row] = await db.select(getTableColumns(smsLogs)).from(smsLogs).where(eq(smsLogs.id, id))
  if (!row) throw noSuchMessage()
  const letter = letters.templates.find(({ key }) => key === row.templateKey)
  return {
    ...commonOf(row),
    canResend: row.job !== null && row.status !== 'sending',
    suppression: null,
    channel: 'sms',
    templateName: letter?.text?.name ?? null,
    recipient: row.recipientPhone,
    subject: null,
    html: null,
    isDamaged: false,
    text: row.messageContent,
    hidesSecrets: row.messageContent.includes('•••'),
  }
}

type Row = Pick<
  typeof emailLogs.$inferSelect,
  | 'id'
  | 'templateKey'
  | 'recipientName'
  | 'userId'
  | 'status'
  | 'errorMessage'
  | 'metadata'
  | 'createdAt'
  | 'sentAt'
  | 'delivery'
  | 'deliveryAt'
  | 'deliveryNote'
>

const commonOf = ({ createdAt, sentAt, deliveryAt, metadata, ...row }: Row) => ({
  id: row.id,
  templateKey: row.templateKey,
  recipientName: row.recipientName,
  userId: row.userId,
  status: row.delivery ?? row.status,
  errorMessage: row.errorMessage,
  metadata: Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, String(value)])),
  createdAt: toIso(createdAt),
  sentAt: sentAt === null ? null : toIso(sentAt),
  deliveryAt: deliveryAt === null ? null : toIso(deliveryAt),
  deliveryNote: row.deliveryNote,
})
