import { and, eq, sql } from 'drizzle-orm'
import { constraintOf, type Queryable } from '#platform/db.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { type EmailEvent, EmailSignatureError } from '#ports/email/email.ts'
import type { Services } from '#ports/services.ts'
import type { NumberTrouble, TextStatus } from '#ports/sms/sms.ts'
import { type MessageJob, sendTemplatedEmail } from './jobs.ts'
import { noteWithoutAddresses } from './suppression.ts'
import { suppressAddress } from './suppressions.ts'
import { deliveryReports as reports } from './tables.ts'

type Reporting = Pick<Services, 'db' | 'clock' | 'jobs' | 'letters' | 'sessions' | 'answers'>
type Channel = 'email' | 'sms'
type Outcome = (typeof reports.$inferSelect)['outcome']

/**
 * Handles a delivery report for an email: updates the log and, after a bounce or a spam complaint, suppresses
 * the address. Reports may arrive repeatedly and in any order.
 * @throws EmailSignatureError if the signature was already used for another event
 */
export async function applyEmailEvent(services: Reporting, event: EmailEvent): Promise<'taken' | 'seen'> {
  const note = noteWithoutAddresses(event.note)
  const isTaken = await services.db.transaction(async (tx) => {
    const isNew = await storeReport(tx, {
      channel: 'email',
      reportId: event.id,
      token: event.token,
      providerId: event.messageId,
      outcome: event.outcome,
      note,
      happenedAt: event.at,
      receivedAt: services.clock.now(),
    })
    if (!isNew) return false
    if (event.messageId) await applyReports(tx, 'email', event.messageId)
    const reason = event.outcome === 'complained' ? 'complained' : event.isAddressBad ? 'bounced' : null
    if (reason) await suppressAddress(tx, { email: event.email, reason, note, at: event.at })
    return true
  })
  // Cached sessions contain whether the address bounces, so they are invalidated.
  if (isTaken)
    for (const userId of await services.answers.holders_of_address(services.db, event))
      services.sessions.forget(userId)
  return isTaken ? 'taken' : 'seen'
}

/**
 * Handles a delivery report for a text: updates the log; if the text was not delivered, sends its email
 * version instead, unless the recipient's settings exclude it or it was already sent; and stops texts to a
 * number that does not accept them.
 */
export async function applyTextStatus(services: Reporting, status: TextStatus): Promise<'taken' | 'seen'> {
  const { id: providerId, outcome, note, trouble, to } = status
  return await services.db.transaction(async (tx) => {
    const now = services.clock.now()
    const isNew = await storeReport(tx, {
      channel: 'sms',
      reportId: `${providerId}:${outcome}`,
      token: null,
      providerId,
      outcome,
      note,
      happenedAt: now,
      receivedAt: now,
    })
    if (!isNew) return 'seen'
    await applyReports(tx, 'sms', providerId)
    await sendUndeliveredByEmail(services, tx, providerId)
    if (trouble) await endTextsTo(tx, { phone: to, trouble, now })
    return 'taken'
  })
}

/** @throws EmailSignatureError for a different report with a token that was already used */
async function storeReport(tx: Queryable, report: typeof reports.$inferInsert): Promise<boolean> {
  try {
    const stored = await tx
      .insert(reports)
      .values(report)
      .onConflictDoNothing({ target: [reports.channel, reports.reportId] })
      .returning({ reportId: reports.reportId })
    return stored.length > 0
  } catch (error) {
    if (constraintOf(error)?.kind === 'unique') throw new EmailSignatureError(error)
    throw error
  }
}

/**
 * Which outcome wins: for an email the worst, because it can be delivered and bounce later; for a text,
 * delivery.
 */
const rank: Record<Channel, Record<Outcome, number>> = {
  email: { delivered: 1, undelivered: 2, complained: 3 },
  sms: { undelivered: 1, delivered: 2, complained: 0 },
}

/**
 * Updates the log of a message from its reports. Called when a report arrives and when the provider's id is
 * stored.
 */
export async function applyReports(tx: Queryable, channel: Channel, providerId: string): Promise<void> {
  const heard = await tx
    .select()
    .from(reports)
    .where(and(eq(reports.channel, channel), eq(reports.providerId, providerId)))
  const [last] = heard.toSorted(
    (a, b) => rank[channel][b.outcome] - rank[channel][a.outcome] || a.happenedAt - b.happenedAt,
  )
  if (!last) return
  const log = sql.identifier(channel === 'email' ? 'email_logs' : 'sms_logs')
  // Raw: one implementation for two tables.
  await tx.execute(sql`
    update ${log} set delivery = ${last.outcome}, delivery_at = ${new Date(last.happenedAt)}, delivery_note = ${last.note}
    where provider_id = ${providerId}`)
}

/** Sends the email version of a text that was not delivered. Sent once, even if reported repeatedly. */
export async function sendUndeliveredByEmail(
  services: Pick<Services, 'jobs' | 'letters' | 'answers'>,
  tx: Queryable,
  providerId: string,
): Promise<void> {
  // Raw: reads a single column of the log.
  const found = await tx.execute<{ job: MessageJob | null }>(sql`
    select job from sms_logs where provider_id = ${providerId} and delivery = 'undelivered'`)
  await sendByEmail(services, tx, found.rows[0]?.job ?? null)
}

/**
 * Sends the email version of a text with the same key: if it was already sent or is not wanted, nothing is
 * sent.
 */
export async function sendByEmail(
  { jobs, letters }: Pick<Services, 'jobs' | 'letters' | 'answers'>,
  tx: Queryable,
  job: MessageJob | null,
): Promise<void> {
  if (!job || !letters.templates.some(({ key, email }) => key === job.template && email)) return
  await jobs.send(tx, sendTemplatedEmail, job, { id: uuidV8(`email:${job.key}`) })
}

const wordings: Record<NumberTrouble, { source: string; wording: string }> = {
  opted_out: { source: 'text_message', wording: 'STOP, as the provider says' },
  takes_none: { source: 'provider', wording: 'This number takes no texts, as the provider says' },
}

/**
 * Stops texts to a number because the recipient replied STOP to the provider or the number does not accept
 * texts. Repeated calls have no effect.
 * @param ended.now milliseconds since 1970, UTC
 */
export async function endTextsTo(
  tx: Queryable,
  { phone, trouble, now }: { phone: string; trouble: NumberTrouble; now: number },
): Promise<void> {
  const { source, wording } = wordings[trouble]
  // Raw: inserts one row per account with the number, unless its latest row already says so.
  await tx.execute(sql`
    insert into sms_consents (user_id, phone, action, source, wording, said_at)
    select holder.user_id, ${phone}, 'withdrawn', ${source}, ${wording}, ${new Date(now)}
    from (select user_id, max(id) as last from sms_consents where phone = ${phone} and user_id is not null group by user_id
      union all select null, (select max(id) from sms_consents where phone = ${phone})
        where not exists (select from sms_consents where phone = ${phone} and user_id is not null)) as holder
    where not exists (select from sms_consents said where said.id = holder.last and said.source = ${source}
      and said.action = 'withdrawn')`)
}
