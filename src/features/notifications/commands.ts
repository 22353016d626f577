import { eq, sql } from 'drizzle-orm'
import { findContact } from '#features/accounts/queries.ts'
import type { Services } from '#ports/services.ts'
import type { MessageJob } from './jobs.ts'
import { emailTemplates, smsTemplates } from './tables.ts'
import { fillHtml, fillText, textFromHtml } from './template.ts'

/**
 * Sends one email from a template and logs it. Running it again with the same key sends nothing more.
 * @throws the mail provider's error after logging it as failed, so that the job is tried again
 */
export async function deliverEmail(services: Services, job: MessageJob): Promise<void> {
  const { db } = services
  const contact = await findContact(db, job.userId)
  const [template] = await db
    .select()
    .from(emailTemplates)
    .where(eq(emailTemplates.templateKey, job.template))
    .limit(1)
  if (!contact || !template) {
    services.log.warn(
      { template: job.template, known: Boolean(contact) },
      'email not sent: nobody or nothing to send',
    )
    return
  }
  const variables = { app_url: services.env.appUrl, ...job.variables }
  const subject = fillText(template.subject, variables)
  const started = await db.execute<{ status: string }>(sql`
    insert into email_logs (dedupe_key, template_key, recipient_email, recipient_name, subject, status)
    values (${job.key}, ${job.template}, ${contact.email}, ${contact.fullName}, ${subject}, 'sending')
    on conflict (dedupe_key) do update set error_message = null
    returning status`)
  if (started.rows[0]?.status === 'sent') return
  const html = fillHtml(template.htmlContent, variables)
  try {
    await services.email.send({
      key: job.key,
      to: { email: contact.email, name: contact.fullName },
      subject,
      html,
      text: textFromHtml(html),
    })
  } catch (error) {
    await db.execute(
      sql`update email_logs set status = 'failed', error_message = ${reason(error)} where dedupe_key = ${job.key}`,
    )
    throw error
  }
  await db.execute(
    sql`update email_logs set status = 'sent', sent_at = now(), error_message = null where dedupe_key = ${job.key}`,
  )
}

/** The same for a text message; somebody without a phone number gets none. */
export async function deliverSms(services: Services, job: MessageJob): Promise<void> {
  const { db } = services
  const contact = await findContact(db, job.userId)
  const [template] = await db
    .select()
    .from(smsTemplates)
    .where(eq(smsTemplates.templateKey, job.template))
    .limit(1)
  if (!contact?.phone || !template) return
  const content = fillText(template.messageContent, { app_url: services.env.appUrl, ...job.variables })
  const started = await db.execute<{ status: string }>(sql`
    insert into sms_logs (dedupe_key, template_key, recipient_phone, recipient_name, message_content, status)
    values (${job.key}, ${job.template}, ${contact.phone}, ${contact.fullName}, ${content}, 'sending')
    on conflict (dedupe_key) do update set error_message = null
    returning status`)
  if (started.rows[0]?.status === 'sent') return
  try {
    await services.sms.send({ key: job.key, to: contact.phone, text: content })
  } catch (error) {
    await db.execute(
      sql`update sms_logs set status = 'failed', error_message = ${reason(error)} where dedupe_key = ${job.key}`,
    )
    throw error
  }
  await db.execute(
    sql`update sms_logs set status = 'sent', sent_at = now(), error_message = null where dedupe_key = ${job.key}`,
  )
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)
