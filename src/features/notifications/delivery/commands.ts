import { eq, type SQL, sql } from 'drizzle-orm'
import { findContact } from '#features/accounts/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { EmailRefused } from '#ports/email/email.ts'
import type { Services } from '#ports/services.ts'
import { SmsRefused } from '#ports/sms/sms.ts'
import type { MessageJob } from '../jobs.ts'
import { emailTemplates, smsTemplates } from '../tables.ts'
import { fillHtml, fillText, textFromHtml } from '../template/template.ts'

const SUPPORT_EMAIL = 'support@greenside.example'

/**
 * Sends one email from a template and logs it. Running it again with the same key sends nothing more.
 * @throws the mail provider's error after logging it as failed, so that the job is tried again
 */
export async function deliverEmail(services: Services, job: MessageJob): Promise<void> {
  const { db } = services
  const contact = await contactOf(db, job)
  const [template] = await db
    .select()
    .from(emailTemplates)
    .where(eq(emailTemplates.templateKey, job.template))
    .limit(1)
  if (!contact || !template) return reportNothingToSend(services, job, Boolean(contact))
  const variables = { app_url: services.env.appUrl, support_email: SUPPORT_EMAIL, ...job.variables }
  const subject = fillText(template.subject, variables)
  const html = fillHtml(template.htmlContent, variables)
  const to = { email: job.toEmail ?? contact.email, name: contact.fullName }
  const started = sql`
    insert into email_logs (dedupe_key, template_key, recipient_email, recipient_name, subject, status)
    values (${job.key}, ${job.template}, ${to.email}, ${to.name}, ${subject}, 'sending')`
  await sendOnce(db, 'email_logs', job.key, started, async () => {
    await services.email.send({ key: job.key, to, subject, html, text: textFromHtml(html) })
  })
}

/** The same for a text message; somebody without a usable phone number gets none. */
export async function deliverSms(services: Services, job: MessageJob): Promise<void> {
  const { db, sms } = services
  if (!sms) return
  const contact = await contactOf(db, job)
  const [template] = await db
    .select()
    .from(smsTemplates)
    .where(eq(smsTemplates.templateKey, job.template))
    .limit(1)
  if (!contact || !template) return reportNothingToSend(services, job, Boolean(contact))
  const phone = contact.phone
  if (!phone?.startsWith('+')) return
  const text = fillText(template.messageContent, { app_url: services.env.appUrl, ...job.variables })
  const started = sql`
    insert into sms_logs (dedupe_key, template_key, recipient_phone, recipient_name, message_content, status)
    values (${job.key}, ${job.template}, ${phone}, ${contact.fullName}, ${text}, 'sending')`
  await sendOnce(db, 'sms_logs', job.key, started, async (firstTriedAt) => {
    await sms.send({
      key: job.key,
      to: phone,
      text,
      ...(firstTriedAt === null ? {} : { firstTriedAt }),
    })
  })
}

/**
 * Logs a message, sends it unless its log says it was sent, and logs what became of it.
 * A refusal that another try cannot change ends here; anything else is thrown, so that the job is tried again.
 */
async function sendOnce(
  db: Queryable,
  table: 'email_logs' | 'sms_logs',
  key: string,
  insert: SQL,
  send: (firstTriedAt: number | null) => Promise<void>,
) {
  const log = sql.identifier(table)
  const started = await db.execute<{ status: string; is_new: boolean; first_tried: string }>(sql`
    ${insert} on conflict (dedupe_key) do update set error_message = null
    returning status, xmax = 0 as is_new, extract(epoch from created_at) * 1000 as first_tried`)
  const entry = started.rows[0]
  if (!entry || entry.status === 'sent') return
  try {
    await send(entry.is_new ? null : Math.floor(Number(entry.first_tried)))
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    await db.execute(
      sql`update ${log} set status = 'failed', error_message = ${reason} where dedupe_key = ${key}`,
    )
    if (error instanceof EmailRefused || error instanceof SmsRefused) return
    throw error
  }
  await db.execute(
    sql`update ${log} set status = 'sent', sent_at = now(), error_message = null where dedupe_key = ${key}`,
  )
}

/** Whom a message goes to: a person of ours, or somebody who gave us nothing but a name and an address. */
async function contactOf(db: Queryable, { userId, toEmail, toName }: MessageJob) {
  if (userId !== null) return await findContact(db, userId)
  return toEmail ? { fullName: toName ?? toEmail, email: toEmail, phone: null } : null
}

function reportNothingToSend(services: Services, job: MessageJob, knowsRecipient: boolean) {
  services.log.warn({ template: job.template, knowsRecipient }, 'message not sent: nobody or nothing to send')
}
