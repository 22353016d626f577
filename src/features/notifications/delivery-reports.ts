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
 * Takes in what the mail provider says became of a letter: its log says so, and an address that takes no mail, or whose reader
 * called a letter spam, gets no more. Told twice or in any order it comes to the same.
 * @throws EmailSignatureError when the signature was used for another event before
 */
export async function takeEmailEvent(services: Reporting, event: EmailEvent): Promise<'taken' | 'seen'> {
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
  // What a page knows of its viewer says whether their address bounces.
  if (isTaken)
    for (const userId of await services.answers.holders_of_address(services.db, event))
      services.sessions.forget(userId)
  return isTaken ? 'taken' : 'seen'
}

/**
 * Takes in what the provider of texts says became of one: its log says so, one that did not arrive goes by email where its
 * reader's settings allow that and it did not go there anyway, and a number that takes no texts gets no more.
 */
export async function takeTextStatus(services: Reporting, status: TextStatus): Promise<'taken' | 'seen'> {
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

/** @throws EmailSignatureError for another report with a token that was used */
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

/** The last word on a message: of a letter the worst, for it may arrive and come back later; of a text that it arrived. */
const rank: Record<Channel, Record<Outcome, number>> = {
  email: { delivered: 1, undelivered: 2, complained: 3 },
  sms: { undelivered: 1, delivered: 2, complained: 0 },
}

/** Writes into a message's log what is known of it by now; when a report comes, and when we learn the provider's id. */
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
  // Raw: one way for two tables.
  await tx.execute(sql`
    update ${log} set delivery = ${last.outcome}, delivery_at = ${new Date(last.happenedAt)}, delivery_note = ${last.note}
    where provider_id = ${providerId}`)
}

/** What a text said that did not arrive goes by email. Once, however often that is heard. */
export async function sendUndeliveredByEmail(
  services: Pick<Services, 'jobs' | 'letters' | 'answers'>,
  tx: Queryable,
  providerId: string,
): Promise<void> {
  // Raw: nothing but a column of the log.
  const found = await tx.execute<{ job: MessageJob | null }>(sql`
    select job from sms_logs where provider_id = ${providerId} and delivery = 'undelivered'`)
  await sendByEmail(services, tx, found.rows[0]?.job ?? null)
}

/** The letter that belongs to a text, under its own key: where it was sent, or is not wanted, nothing leaves. */
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
 * No more texts to a number: whoever holds the phone said STOP to the provider, or it takes none. Once, however often it is
 * heard. @param ended.now milliseconds since 1970, UTC
 */
export async function endTextsTo(
  tx: Queryable,
  { phone, trouble, now }: { phone: string; trouble: NumberTrouble; now: number },
): Promise<void> {
  const { source, wording } = wordings[trouble]
  // Raw: one row for each account that has the number, unless that was its last word already.
  await tx.execute(sql`
    insert into sms_consents (user_id, phone, action, source, wording, said_at)
    select holder.user_id, ${phone}, 'withdrawn', ${source}, ${wording}, ${new Date(now)}
    from (select user_id, max(id) as last from sms_consents where phone = ${phone} and user_id is not null group by user_id
      union all select null, (select max(id) from sms_consents where phone = ${phone})
        where not exists (select from sms_consents where phone = ${phone} and user_id is not null)) as holder
    where not exists (select from sms_consents said where said.id = holder.last and said.source = ${source}
      and said.action = 'withdrawn')`)
}
