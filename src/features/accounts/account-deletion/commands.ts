import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import {
  type ClosingReader,
  type EndsWithAccount,
  type Leaver,
  leaverNames,
  NOBODY,
} from '#platform/own-data.ts'
import { publish } from '#platform/reactions.ts'
import type { Services } from '#ports/services.ts'
import { waitForAccountChanges } from '../access.ts'
import { accountClosed, accountNewsKind } from '../letters.ts'
import { confirmPassword } from '../passwords/commands.ts'
import { profiles } from '../tables.ts'
import type { Closing, closeAccountSchema } from './schema.ts'
import { eraseCountersStatements, eraseJobsStatements, namesThem } from './statement.ts'

/** The final email's job contains a name and an address, so it is deleted an hour after sending. */
const LAST_LETTER_SECONDS = 60 * 60

/**
 * Deletes an account: personal data is erased, records of lessons and payments are kept without a name.
 * Rejected while there are upcoming lessons or pending payments. The account's obligations are settled in the
 * same transaction, see {@link readClosing}.
 * @param input.refundCents the refund to cards as displayed
 * @throws AppError wrong_password, no_password, lessons_coming, payouts_owed, problem_open, closing_changed,
 *   admins_stay, too_many_requests
 */
export async function closeAccount(
  services: Services,
  actor: Actor,
  { password, refundCents }: z.output<typeof closeAccountSchema>,
): Promise<void> {
  if (actor.role === 'admin')
    throw new AppError('conflict', 'admins_stay', 'Admin accounts cannot be closed here.')
  await confirmPassword(services, actor.userId, password)
  await services.db.transaction((tx) =>
    closeOf(services, tx, actor.userId, { expectedRefundCents: refundCents, reader: 'owner' }),
  )
  services.sessions.forget(actor.userId)
}

/** Why an account can't be closed yet, and what closing it ends and pays back, in words for the one who closes it. */
export async function readClosing(
  services: Services,
  userId: string,
  reader: ClosingReader,
): Promise<Closing> {
  const { db, clock, ownData } = services
  const reasons = await ownData.whyStayAll(db, userId, clock.now())
  const ends = await ownData.whatEnds(db, userId)
  return { reasons: reasons.map(({ texts }) => texts[reader]), ends, refundCents: sumOf(ends) }
}

const sumOf = (ends: readonly EndsWithAccount[]) =>
  ends.reduce((sum, { refundCents }) => sum + refundCents, 0)

/**
 * Deletes an account in a transaction; its owner gets a last letter.
 * @param closing.expectedRefundCents what was said to go back to cards; with another sum nothing happens
 * @param closing.reader who closes it and reads a refusal
 * @throws AppError no_such_account, lessons_coming, payouts_owed, problem_open, closing_changed
 */
export async function closeOf(
  services: Services,
  tx: Queryable,
  userId: string,
  { expectedRefundCents, reader }: { expectedRefundCents: Cents; reader: ClosingReader },
): Promise<void> {
  // Bookings reference this row: one made concurrently is either visible below or waits for this transaction.
  const person = await lockLeaver(services, tx, userId)
  if (!person) throw new AppError('not_found', 'no_such_account', 'This account no longer exists.')
  const why = await services.ownData.whyStay(tx, userId, services.clock.now())
  if (why) throw new AppError('conflict', why.reason, why.texts[reader])
  const ends = await services.ownData.whatEnds(tx, userId)
  if (sumOf(ends) !== expectedRefundCents)
    throw new AppError(
      'conflict',
      'closing_changed',
      `Deleting this account pays back ${formatMoney(sumOf(ends))}, not ${formatMoney(expectedRefundCents)}. Read what ends with it, then try again.`,
    )
  await erase(services, tx, person)
  await sendLetter(services, tx, {
    key: `account-closed:${userId}`,
    kind: accountNewsKind,
    userId,
    toEmail: person.email,
    letter: fillIn(accountClosed, {
      full_name: person.fullName,
      what_ended: ends.map(({ text }) => text).join(' ') || 'There was nothing to pay back.',
    }),
    forgetAfterSeconds: LAST_LETTER_SECONDS,
  })
}

/**
 * Deletes an account without a proven owner, like {@link closeAccount} but without an email. Does nothing if
 * there are upcoming lessons or outstanding payments.
 */
export async function eraseUnlessNeeded(services: Services, tx: Queryable, userId: string): Promise<void> {
  const person = await lockLeaver(services, tx, userId)
  if (!person || (await services.ownData.whyStay(tx, userId, services.clock.now()))) return
  // Ending something that was paid for requires the owner's consent.
  if (sumOf(await services.ownData.whatEnds(tx, userId)) > 0) return
  await erase(services, tx, person)
}

async function lockLeaver(
  { ownData }: Pick<Services, 'ownData'>,
  tx: Queryable,
  userId: string,
): Promise<Leaver | null> {
  await waitForAccountChanges(tx)
  const [person] = await tx
    .select({ fullName: profiles.fullName, email: profiles.email, emailVerified: profiles.emailVerified })
    .from(profiles)
    .where(and(eq(profiles.id, userId), isNull(profiles.closedAt)))
    .for('update')
  return person ? { userId, ...person, otherNames: await ownData.otherNames(tx, userId) } : null
}

/** Erases the data of all features, then rate limit counters and queued jobs. */
async function erase(services: Services, tx: Queryable, leaver: Leaver) {
  // Runs while the name and address are still available, because other people are notified.
  await publish(services, tx, 'account_closing', { userId: leaver.userId })
  await publish(services, tx, 'emails_declined', { userId: leaver.userId })
  await services.ownData.erase(tx, leaver)
  const isAboutThem = services.ownData.isAboutThem(leaver.userId, sql`data::text`)
  for (const statement of [...eraseCountersStatements(leaver), ...eraseJobsStatements(leaver, isAboutThem)])
    await tx.execute(statement)
  await renameInWaitingMessages(tx, leaver, { isAboutThem, appUrl: services.env.appUrl })
}

/**
 * Removes the names from messages to other people that are still queued: only from their text, not from keys,
 * ids or URLs of this application.
 */
async function renameInWaitingMessages(
  tx: Queryable,
  leaver: Leaver,
  { isAboutThem, appUrl }: { isAboutThem: SQL; appUrl: string },
) {
  // Raw, as are the statements below and in `statement.ts`: this is the queue's own table.
  const waiting = await tx.execute<{ id: string; data: Record<string, unknown> }>(sql`
    select id, data from pgboss.job where state in ('created', 'retry')
      and ${namesThem(leaver)} and ${isAboutThem} for update`)
  const names = wholeWords(leaverNames(leaver))
  const rename = (text: unknown) =>
    typeof text !== 'string' || text.startsWith(appUrl) ? text : renameIn(text, names)
  for (const { id, data } of waiting.rows) {
    const { variables, title, body } = data
    const renamed = {
      ...data,
      ...(typeof variables === 'object' && variables !== null
        ? {
            variables: Object.fromEntries(
              Object.entries(variables).map(([key, text]) => [key, rename(text)]),
            ),
          }
        : {}),
      ...(title === undefined ? {} : { title: rename(title), body: rename(body) }),
    }
    await tx.execute(sql`update pgboss.job set data = ${JSON.stringify(renamed)}::jsonb where id = ${id}`)
  }
}

/** Matches the names as whole words, so that a name like 'a' is not replaced within other words. */
const wholeWords = (names: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.map(RegExp.escape).join('|')})(?![\\p{L}\\p{N}])`, 'gu')

/**
 * Renames within text, or within the query parameters of an external URL, such as a link to add a calendar
 * event.
 */
function renameIn(text: string, names: RegExp): string {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return text.replaceAll(names, NOBODY)
  const url = new URL(text)
  for (const [key, value] of [...url.searchParams]) url.searchParams.set(key, value.replaceAll(names, NOBODY))
  return url.href
}
