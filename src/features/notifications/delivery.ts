import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { oneLine } from '#platform/written-text.ts'
import type { Services } from '#ports/services.ts'
import { checkBeforeSending } from './check-before-sending.ts'
import { logSkipped, sendOnce } from './delivery-log.ts'
import { type MessageJob, sendTemplatedSms } from './jobs.ts'
import { textsOnKind } from './letters.ts'
import { findNotificationKind, isFixed } from './notification.ts'
import { type Contact, findContact } from './queries.ts'
import { mayGoAt } from './quiet-hours.ts'
import { readQuietHours } from './quiet-hours-setting.ts'
import { emailTemplates, smsTemplates } from './tables.ts'
import { renderEmail, renderText } from './template.ts'
import { mayText } from './texting/queries.ts'
import { unsubscribeAddress } from './unsubscribe-links.ts'

/** What every letter can name. */
export const houseVariables = (env: Pick<Services['env'], 'appUrl'>) => ({
  app_url: env.appUrl,
  support_email: 'support@greenside.example',
})

/** Whoever types somebody's address types a name with it: what we write to them before they were heard of says none. */
const unnamed = { full_name: 'there', name: 'there' }

/**
 * Sends one email from a template and logs it. Running it again with the same key sends nothing more; what is no longer true
 * or wanted is not sent.
 * @throws the mail provider's error after logging it as failed, so that the job is tried again
 */
export async function deliverEmail(services: Services, job: MessageJob): Promise<void> {
  const { db, env } = services
  const contact = await contactOf(db, job)
  const [template] = await db
    .select()
    .from(emailTemplates)
    .where(eq(emailTemplates.templateKey, job.template))
    .limit(1)
  if (!contact || !template) return reportNothingToSend(services, job, Boolean(contact))
  const checked = await checkBeforeSending(services, { ...job, channel: 'email' })
  const fresh = checked.why === null ? checked.variables : {}
  const named = { ...job.variables, ...(contact.isProven ? {} : unnamed) }
  const variables = { ...houseVariables(env), ...named, ...fresh }
  const unsubscribeUrl = unsubscribeUrlOf(services, job)
  const mail = renderEmail(
    template,
    variables,
    unsubscribeUrl ? { unsubscribeUrl, appUrl: env.appUrl } : null,
  )
  const email = job.toEmail ?? contact.email
  const name = oneLine(contact.fullName)
  const to = contact.isProven ? { email, name } : { email }
  const started = sql`
    insert into email_logs (dedupe_key, user_id, template_key, recipient_email, recipient_name, subject, status)
    values (${job.key}, ${job.userId}, ${job.template}, ${contact.isClosed ? contact.email : email}, ${name},
      ${mail.subject}, 'sending')`
  if (checked.why !== null) return await logSkipped(db, 'email_logs', started, job.key, checked.why)
  await sendOnce(db, 'email_logs', job.key, started, async () => {
    await services.email.send({
      key: job.key,
      to,
      ...mail,
      ...(checked.calendar ? { calendar: checked.calendar } : {}),
      ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    })
  })
}

/**
 * The same for a text message; only to a number whose owner said yes and did not say STOP. In quiet hours it waits for their
 * end.
 */
export async function deliverSms(services: Services, job: MessageJob): Promise<void> {
  const { db, sms, clock } = services
  if (!sms) return
  const contact = job.userId === null ? null : await findContact(db, job.userId)
  const [template] = await db
    .select()
    .from(smsTemplates)
    .where(eq(smsTemplates.templateKey, job.template))
    .limit(1)
  if (!contact || !template || job.userId === null)
    return reportNothingToSend(services, job, Boolean(contact))
  const phone = contact.phone
  if (!phone?.startsWith('+')) return
  // The answer to what somebody does at this moment does not wait for the morning.
  const quiet = job.kind === textsOnKind.id ? null : await readQuietHours(db, job.userId)
  const goesAt = mayGoAt(clock.now(), quiet)
  if (goesAt > clock.now()) {
    const id = uuidV8(`sms:${job.key}:${job.userId}:${goesAt}`)
    return await services.jobs.send(db, sendTemplatedSms, job, { id, notBefore: goesAt })
  }
  const checked = await checkBeforeSending(services, { ...job, channel: 'sms' })
  const fresh = checked.why === null ? checked.variables : {}
  const text = renderText(template, { ...houseVariables(services.env), ...job.variables, ...fresh })
  const started = sql`
    insert into sms_logs (dedupe_key, user_id, template_key, recipient_phone, recipient_name, message_content, status)
    values (${job.key}, ${job.userId}, ${job.template}, ${phone}, ${contact.fullName}, ${text}, 'sending')`
  const why =
    checked.why ?? ((await mayText(db, job.userId, phone)) ? null : 'this number did not agree to texts')
  if (why !== null) return await logSkipped(db, 'sms_logs', started, job.key, why)
  await sendOnce(db, 'sms_logs', job.key, started, async (firstTriedAt) => {
    await sms.send({ key: job.key, to: phone, text, ...(firstTriedAt === null ? {} : { firstTriedAt }) })
  })
}

/** Where one click stops mails of this kind; none for those that belong to a purchase. */
function unsubscribeUrlOf({ env, messageKinds }: Services, { kind: id, userId }: MessageJob): string | null {
  const kind = findNotificationKind(messageKinds, id)
  if (!kind || !userId || isFixed(kind, 'email')) return null
  return unsubscribeAddress(env, { userId, kind })
}

/** Whom a message goes to: a person of ours, or somebody who gave us nothing but a name and an address. */
async function contactOf(db: Queryable, { userId, toEmail, toName }: MessageJob): Promise<Contact | null> {
  if (userId !== null) return await findContact(db, userId)
  if (!toEmail) return null
  return { fullName: toName ?? toEmail, email: toEmail, phone: null, isClosed: false, isProven: false }
}

function reportNothingToSend(services: Services, job: MessageJob, knowsRecipient: boolean) {
  services.log.warn({ template: job.template, knowsRecipient }, 'message not sent: nobody or nothing to send')
}
