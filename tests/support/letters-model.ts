import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Pool } from 'pg'
import { remindOfLessons } from '#features/lesson-letters/reminders.ts'
import { deliverEmail } from '#features/notifications/delivery.ts'
import { readKeptHtml } from '#features/notifications/email-wordings.ts'
import { type MessageJob, sendTemplatedEmail } from '#features/notifications/jobs.ts'
import { emailLogs } from '#features/notifications/tables.ts'
import type { Mail } from '#ports/email/email.ts'
import type { Services } from '#ports/services.ts'
import type { Remembered } from './booking-model-season.ts'
import { type Facts, factsOf, wordsOf } from './letters-model-facts.ts'

/** Checks the emails of a sequence of the booking model. */
export interface LetterWatch {
  /** Call after each step: sends due emails, and compares each with the booking and the ledger. */
  look(step: { alone: boolean; reminds?: boolean }): Promise<void>
  /** Call at the end: sends delayed emails as well, and checks the sum of the refunds. @returns the violations */
  finish(lessons: readonly Remembered[]): Promise<string[]>
}

/** Counts the emails by kind, to verify that the comparisons cover them. */
export type Tally = Map<string, number>

/**
 * Delivers the emails of one sequence like a worker, some immediately and some after an outage of the mail provider. Reports incorrect
 * emails: amounts or dates that differ from the ledger and the booking, emails that should not have been sent, and emails that are missing.
 */
export function watchLetters(services: Services, coachId: string, tally: Tally): LetterWatch {
  const pool = services.db.$client
  const sent: Mail[] = []
  const mailing: Services = {
    ...services,
    email: {
      name: 'local',
      async send(mail) {
        sent.push(mail)
        return { id: randomUUID() }
      },
      readEvent: null,
      close: () => undefined,
    },
  }
  /** Emails not yet delivered, with the facts at the time they were written. */
  const waiting = new Map<string, { job: MessageJob; facts: Facts | null; held: number }>()
  const seen = new Set<string>()
  const wrong: string[] = []
  const told = new Map<string, number>()
  const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1)

  async function collect(alone: boolean) {
    const { rows } = await pool.query<{ id: string; data: unknown }>(
      `select id, data from pgboss.job where name = 'send-templated-email' order by created_on, id`,
    )
    for (const { id, data } of rows) {
      if (seen.has(id)) continue
      seen.add(id)
      const job = sendTemplatedEmail.payload.parse(data)
      if (job.about?.what !== 'lesson' && job.about?.what !== 'payout') continue
      const found = await factsOf(pool, coachId, job)
      // Belongs to an earlier sequence, whose payments are still processed.
      if (!found) continue
      // With concurrent steps, the state at the time of writing is unknown.
      const facts = alone ? found : null
      // Two of three emails are delayed for some steps by an unavailable provider.
      const held = seen.size % 3 === 0 ? 0 : 1 + (seen.size % 5)
      waiting.set(id, { job, facts, held })
    }
  }

  async function deliverDue(all: boolean) {
    for (const [id, letter] of waiting) {
      if (!all && letter.held-- > 0) continue
      waiting.delete(id)
      await deliverOne(letter.job, letter.facts)
    }
  }

  async function deliverOne(job: MessageJob, written: Facts | null) {
    const now = services.clock.now()
    const facts = await factsOf(pool, coachId, job)
    const before = sent.length
    await deliverEmail(mailing, job)
    const mail = sent.at(before)
    const what = `${job.template} at ${new Date(now).toISOString()}`
    if (!facts) return void wrong.push(`${what}: a letter about nothing`)
    const shouldLeave = facts.isTrue(now)
    if ((mail !== undefined) !== shouldLeave)
      return void wrong.push(
        `${what}: ${mail ? 'left' : 'was kept'}, and should not have been (${facts.state})`,
      )
    count(`${job.template} ${mail ? 'left' : 'was kept'}`)
    if (!mail) return
    const [row] = await services.db.select().from(emailLogs).where(eq(emailLogs.dedupeKey, job.key))
    const kept = row ? (await readKeptHtml(services.db, row)).html : null
    if (withoutLinks(kept) !== withoutLinks(mail.html)) wrong.push(`${what}: the log shows\n${kept}`)
    if (mail.to.email !== facts.reader) wrong.push(`${what}: to ${mail.to.email} instead of ${facts.reader}`)
    for (const words of wordsOf(job.template, { now, writtenAt: job.writtenAt ?? now, facts, written }))
      if (!`${mail.subject}\n${mail.text}`.includes(words))
        wrong.push(`${what}: "${words}" is missing in:\n${mail.subject}\n${mail.text}`)
    if (mail.text.includes('Your share of what was not refunded')) count('a share kept after a cancellation')
    if (job.template === 'booking-refunded-student') {
      const cents = centsIn(/sent \$([\d,.]+) back/, mail.text)
      told.set(facts.bookingId, (told.get(facts.bookingId) ?? 0) + cents)
    }
  }

  return {
    async look({ alone, reminds = false }) {
      if (reminds) await remindOfLessons(services)
      await collect(alone)
      await deliverDue(false)
    },
    async finish(lessons) {
      await collect(true)
      await deliverDue(true)
      for (const { id } of lessons) {
        const { untold } = await readUntold(pool, id)
        const letters = told.get(id) ?? 0
        if (letters !== untold)
          wrong.push(
            `letters told of refunds of ${letters} cents, and ${untold} were told by no other letter`,
          )
        if (untold > 0) count('refunds told by a letter of their own')
      }
      return wrong.map((what) => `${ABOUT_A_LETTER}${what}`)
    },
  }
}

/** Reads which part of a payment's refunds was not announced by the cancellation email. */
async function readUntold(pool: Pool, bookingId: string): Promise<{ untold: number }> {
  const { rows } = await pool.query<{ untold: number }>(
    `select greatest(0, p.refunded_cents - coalesce((select sum(f.amount_cents) from payment_refunds f
         where f.booking_id = p.booking_id and f.business_key like 'cancelled:%'), 0))::int as untold
     from payments p where p.booking_id = $1`,
    [bookingId],
  )
  return rows[0] ?? { untold: 0 }
}

/** The prefix of violations by emails, as opposed to violations of the booking model's own rules. */
export const ABOUT_A_LETTER = 'a letter: '

/** Parses a dollar amount from a text, in cents; 0 if there is none. */
function centsIn(pattern: RegExp, text: string): number {
  const found = pattern.exec(text)?.[1]?.replace(/,|\.$/g, '')
  return found ? Math.round(Number(found) * 100) : 0
}

/** Links contain secrets, which the log hides. */
const withoutLinks = (html: string | null) => html?.replace(/https?:[^\s"<)]+/g, '')
