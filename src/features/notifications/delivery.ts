import { eq, sql } from 'drizzle-orm'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { oneLine } from '#platform/written-text.ts'
import { bareMessageId } from '#ports/email/email.ts'
import type { Services } from '#ports/services.ts'
import { type NumberTrouble, SmsRefused } from '#ports/sms/sms.ts'
import { checkBeforeSending } from './check-before-sending.ts'
import { logSkipped, sendOnce } from './delivery-log.ts'
import { endTextsTo, sendByEmail, sendUndeliveredByEmail } from './delivery-reports.ts'
import { keepHtml, storedHtml } from './email-wordings.ts'
import { type MessageJob, sendTemplatedSms } from './jobs.ts'
import { houseVariables, letterValues } from './letter-values.ts'
import { textsOnKind } from './letters.ts'
import { findNotificationKind, isFixed } from './notification.ts'
import type { Contact } from './questions.ts'
import { maySendAt } from './quiet-hours.ts'
import { readQuietHours } from './quiet-hours-setting.ts'
import { renderEmail } from './render-email.ts'
import { hasSecret, underDomain, withoutLinkSecrets } from './stored-copy.ts'
import { suppressedWords } from './suppression.ts'
import { findSuppression } from './suppressions.ts'
import { smsLogs } from './tables.ts'
import { renderText } from './template.ts'
import { mayText } from './texting/may-text.ts'
import { unsubscribeAddress } from './unsubscribe-links.ts'
import { readEmailWords, readTextWords } from './words.ts'

/**
 * Sends an email from a template and logs it. Idempotent per key. Messages that are no longer true or wanted
 * are skipped.
 * @throws the mail provider's error after logging it, so that the job is retried
 */
export async function deliverEmail(services: Services, job: MessageJob): Promise<void> {
  const { db, env } = services
  const contact = await contactOf(services, job)
  const words = await readEmailWords(services, job.template)
  if (!contact || !words) return reportNothingToSend(services, job, Boolean(contact))
  const site = await services.siteSettings.read()
  const ours = { ...services, env: { ...env, appUrl: site.appUrl } }
  const checked = await checkBeforeSending(ours, { ...job, channel: 'email' })
  const fresh = checked.why === null ? checked.variables : {}
  const letter = services.letters.templates.find(({ key }) => key === job.template)
  const filling = {
    letter,
    variables: job.variables,
    isConfirmed: contact.isProven,
    site,
    ownUrl: env.appUrl,
  }
  const variables = { ...letterValues(filling), ...fresh }
  const template = { subject: words.subject, htmlContent: words.html }
  const unsubscribeUrl = unsubscribeUrlOf(ours, job)
  const mail = renderEmail(template, variables, unsubscribeUrl ? { ...site, unsubscribeUrl } : null)
  const email = job.toEmail ?? contact.email
  const name = oneLine(contact.fullName)
  const to = contact.isProven ? { email, name } : { email }
  const kept = keepHtml(template, withoutLinkSecrets(variables), {
    footer: unsubscribeUrl ? { ...site, unsubscribeUrl: `${site.appUrl}/unsubscribe` } : null,
    shared: houseVariables(site),
  })
  const stored = storedHtml(contact.isClosed ? null : kept)
  const started = sql`${stored.first}
    insert into email_logs (dedupe_key, user_id, template_key, recipient_email, recipient_name, subject, status, job,
      html_content, wording, wording_values, html_digest)
    values (${job.key}, ${job.userId}, ${job.template}, ${contact.isClosed ? contact.email : email}, ${name},
      ${mail.subject}, 'sending', ${contact.isClosed ? null : jobToKeep(job)}::jsonb, ${stored.values})`
  const why = checked.why ?? (await whySuppressed(services, email, job.kind))
  if (why !== null) return await logSkipped(db, 'email_logs', started, job.key, why)
  await sendOnce(db, 'email_logs', job.key, started, async () => {
    const { id } = await services.email.send({
      key: job.key,
      to,
      ...mail,
      ...(checked.calendar ? { calendar: checked.calendar } : {}),
      ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    })
    return bareMessageId(id)
  })
}

/** The reason an address is suppressed. Emails that verify an address are sent to it regardless. */
async function whySuppressed(
  { db, messageKinds }: Pick<Services, 'db' | 'messageKinds'>,
  email: string,
  kindId: string | undefined,
): Promise<string | null> {
  if (messageKinds.find(({ id }) => id === kindId)?.provesMailbox) return null
  const reason = await findSuppression(db, email)
  return reason && suppressedWords[reason]
}

/**
 * The job, stored so that an admin can resend the message; null if a link in it is single-use or signs the
 * reader in.
 */
const jobToKeep = (job: MessageJob): string | null => (hasSecret(job.variables) ? null : JSON.stringify(job))

/**
 * The same for a text. Sent only to numbers with consent that have not been stopped. During quiet hours it is
 * rescheduled.
 */
export async function deliverSms(services: Services, job: MessageJob): Promise<void> {
  const { db, env, sms, clock } = services
  if (!sms) return
  const contact = job.userId === null ? null : await services.answers.contact(db, job.userId)
  const words = await readTextWords(services, job.template)
  if (!contact || !words || job.userId === null) return reportNothingToSend(services, job, Boolean(contact))
  const phone = contact.phone
  if (!phone?.startsWith('+')) return
  // A direct response to an action of the recipient is sent even during quiet hours.
  const quiet = job.kind === textsOnKind.id ? null : await readQuietHours(services, db, job.userId)
  const goesAt = maySendAt(clock.now(), quiet)
  if (goesAt > clock.now()) {
    const id = uuidV8(`sms:${job.key}:${job.userId}:${goesAt}`)
    return await services.jobs.send(db, sendTemplatedSms, job, { id, notBefore: goesAt })
  }
  const site = await services.siteSettings.read()
  const ours = { ...services, env: { ...env, appUrl: site.appUrl } }
  const checked = await checkBeforeSending(ours, { ...job, channel: 'sms' })
  const fresh = checked.why === null ? checked.variables : {}
  const variables = {
    ...houseVariables(site),
    ...underDomain(job.variables, env.appUrl, site.appUrl),
    ...fresh,
  }
  const text = renderText(words, variables)
  const kept = renderText(words, withoutLinkSecrets(variables))
  const started = sql`
    insert into sms_logs (dedupe_key, user_id, template_key, recipient_phone, recipient_name, message_content, status, job)
    values (${job.key}, ${job.userId}, ${job.template}, ${phone}, ${contact.fullName}, ${kept}, 'sending',
      ${jobToKeep(job)}::jsonb)`
  const why =
    checked.why ?? ((await mayText(db, job.userId, phone)) ? null : 'this number did not agree to texts')
  if (why !== null) return await logSkipped(db, 'sms_logs', started, job.key, why)
  await sendOnce(db, 'sms_logs', job.key, started, async (firstTriedAt) => {
    try {
      const message = { key: job.key, to: phone, text, ...(firstTriedAt === null ? {} : { firstTriedAt }) }
      return (await sms.send(message)).id
    } catch (error) {
      if (error instanceof SmsRefused) await followRefusal(services, job, { phone, trouble: error.trouble })
      throw error
    }
  })
  await heardBefore(services, job)
}

/** If the provider rejected the number itself, stops texts to it. The email version is sent instead. */
async function followRefusal(
  services: Services,
  job: MessageJob,
  { phone, trouble }: { phone: string; trouble: NumberTrouble | null },
) {
  await services.db.transaction(async (tx) => {
    if (trouble) await endTextsTo(tx, { phone, trouble, now: services.clock.now() })
    await sendByEmail(services, tx, hasSecret(job.variables) ? null : job)
  })
}

/** Delivery may have been reported as failed before the provider's id was stored. */
async function heardBefore(services: Services, { key }: MessageJob) {
  const [sent] = await services.db
    .select({ providerId: smsLogs.providerId })
    .from(smsLogs)
    .where(eq(smsLogs.dedupeKey, key))
  if (sent?.providerId) await sendUndeliveredByEmail(services, services.db, sent.providerId)
}

/** The one-click unsubscribe URL for this kind; null for transactional emails. */
function unsubscribeUrlOf(
  { env, messageKinds }: Services,
  { kind: id, userId, addressId }: MessageJob,
): string | null {
  const kind = findNotificationKind(messageKinds, id)
  const whose = userId ?? addressId
  if (!kind || !whose || isFixed(kind, 'email')) return null
  return unsubscribeAddress(env, { userId: whose, kind })
}

/** The recipient of a message: an account, or a person given only by name and address. */
export async function contactOf(
  { db, answers }: Pick<Services, 'db' | 'answers'>,
  { userId, toEmail, toName }: Pick<MessageJob, 'userId' | 'toEmail' | 'toName'>,
): Promise<Contact | null> {
  if (userId !== null) return await answers.contact(db, userId)
  if (!toEmail) return null
  return {
    fullName: toName ?? toEmail,
    email: toEmail,
    phone: null,
    isClosed: false,
    isSuspended: false,
    isProven: false,
  }
}

function reportNothingToSend(services: Services, job: MessageJob, knowsRecipient: boolean) {
  services.log.warn({ template: job.template, knowsRecipient }, 'message not sent: nobody or nothing to send')
}
