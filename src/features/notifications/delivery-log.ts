import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { errorWords } from '#platform/logged-error.ts'
import { EmailRefused } from '#ports/email/email.ts'
import { PushRefused } from '#ports/push/push.ts'
import { SmsRefused } from '#ports/sms/sms.ts'
import { applyReports } from './delivery-reports.ts'

export type LogTable = 'email_logs' | 'sms_logs' | 'push_logs'

/**
 * Logs a message, sends it unless the log says it was already sent, and logs the outcome. A permanent
 * rejection is only logged; other errors are thrown so that the job is retried.
 * @param send sends the message and returns the provider's id, if there is one
 * @param insert the log row with status 'sending', without `on conflict`
 */
export async function sendOnce(
  db: Queryable,
  table: LogTable,
  key: string,
  insert: SQL,
  send: (firstTriedAt: number | null) => Promise<string | null>,
): Promise<void> {
  const log = sql.identifier(table)
  // Raw, here and below: one implementation for three tables; `xmax` distinguishes an inserted row from an
  // existing one.
  const started = await db.execute<{ status: string; is_new: boolean; first_tried: string }>(sql`
    ${insert} on conflict (dedupe_key) do update set error_message = null
    returning status, xmax = 0 as is_new, extract(epoch from created_at) * 1000 as first_tried`)
  const entry = started.rows[0]
  if (!entry || entry.status === 'sent' || entry.status === 'skipped') return
  let providerId: string | null
  try {
    providerId = await send(entry.is_new ? null : Math.floor(Number(entry.first_tried)))
  } catch (error) {
    await db.execute(
      sql`update ${log} set status = 'failed', error_message = ${errorWords(error)} where dedupe_key = ${key}`,
    )
    if (error instanceof EmailRefused || error instanceof SmsRefused || error instanceof PushRefused) return
    throw error
  }
  const named = providerId === null || table === 'push_logs' ? sql`` : sql`, provider_id = ${providerId}`
  await db.execute(
    sql`update ${log} set status = 'sent', sent_at = current_instant(), error_message = null ${named} where dedupe_key = ${key}`,
  )
  if (providerId === null || table === 'push_logs') return
  // A delivery report may have arrived before the provider's id was stored.
  await applyReports(db, table === 'email_logs' ? 'email' : 'sms', providerId)
}

/** The log row of a test email sent by an admin, for use with `sendOnce`. */
export const testEmailEntry = (email: {
  key: string
  templateKey: string
  to: string
  subject: string | null
  html: string | null
  /** The id of the admin. */
  sentBy: string
}): SQL => sql`
  insert into email_logs (dedupe_key, user_id, template_key, recipient_email, recipient_name, subject, status, html_content, metadata)
  values (${email.key}, null, ${email.templateKey}, ${email.to}, null, ${email.subject}, 'sending', ${email.html},
    ${JSON.stringify({ test: 'true', sent_by: email.sentBy })}::jsonb)`

/**
 * Logs that a message was not sent because it is no longer true or wanted. A message that was already sent
 * keeps its status.
 */
export async function logSkipped(
  db: Queryable,
  table: LogTable,
  insert: SQL,
  key: string,
  why: string,
): Promise<void> {
  await db.execute(sql`${insert} on conflict (dedupe_key) do nothing`)
  await db.execute(sql`
    update ${sql.identifier(table)} set status = 'skipped', error_message = ${`not sent: ${why}`}
    where dedupe_key = ${key} and status <> 'sent'`)
}
