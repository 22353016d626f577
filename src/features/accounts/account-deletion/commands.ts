import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { type EndsWithAccount, type Leaver, NOBODY } from '#platform/own-data.ts'
import { publish } from '#platform/reactions.ts'
import type { Services } from '#ports/services.ts'
import { accountClosed, accountNewsKind } from '../letters.ts'
import { confirmPassword } from '../passwords/commands.ts'
import { profiles } from '../tables.ts'
import type { Closing, closeAccountSchema } from './schema.ts'
import { eraseCountersStatements, eraseJobsStatements, namesThem } from './statement.ts'

/** The last letter says a name and goes to an address: its job is gone an hour after it was sent. */
const LAST_LETTER_SECONDS = 60 * 60

/**
 * Deletes an account: personal data goes, the records of lessons and money stay without a name. Refused while lessons are coming
 * or a payment is under way. What the account still owes is settled in the same transaction, see {@link readClosing}.
 * @param input.refundCents what the page said goes back to cards
 * @throws AppError wrong_password, no_password, lessons_coming, payouts_owed, problem_open, closing_changed, admins_stay,
 * too_many_requests
 */
export async function closeAccount(
  services: Services,
  actor: Actor,
  { password, refundCents }: z.output<typeof closeAccountSchema>,
): Promise<void> {
  if (actor.role === 'admin')
    throw new AppError('conflict', 'admins_stay', 'Admin accounts cannot be closed here.')
  await confirmPassword(services, actor.userId, password)
  await services.db.transaction((tx) => closeOf(services, tx, actor.userId, refundCents))
  services.sessions.forget(actor.userId)
}

/** What stands in the way of closing an account, and what closing it ends and pays back; for its owner to see before. */
export async function readClosing(services: Services, userId: string): Promise<Closing> {
  const { db, clock, ownData } = services
  const reasons = await ownData.whyStayAll(db, userId, clock.now())
  const ends = await ownData.whatEnds(db, userId)
  return { reasons: reasons.map(({ userMessage }) => userMessage), ends, refundCents: sumOf(ends) }
}

const sumOf = (ends: readonly EndsWithAccount[]) =>
  ends.reduce((sum, { refundCents }) => sum + refundCents, 0)

/**
 * Deletes an account in a transaction; its owner gets a last letter.
 * @param expectedRefundCents what was said to go back to cards; with another sum nothing happens
 * @throws AppError no_such_account, lessons_coming, payouts_owed, problem_open, closing_changed
 */
export async function closeOf(
  services: Services,
  tx: Queryable,
  userId: string,
  expectedRefundCents: Cents,
): Promise<void> {
  // Bookings refer to this row: one that is being made at this moment is either seen below or waits for us.
  const person = await lockLeaver(tx, userId)
  if (!person) throw new AppError('not_found', 'no_such_account', 'This account does not exist any more.')
  const why = await services.ownData.whyStay(tx, userId, services.clock.now())
  if (why) throw why
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
 * Deletes an account that nobody owns, as {@link closeAccount} does and without a letter; unless lessons are coming or money is
 * owed.
 */
export async function eraseUnlessNeeded(services: Services, tx: Queryable, userId: string): Promise<void> {
  const person = await lockLeaver(tx, userId)
  if (!person || (await services.ownData.whyStay(tx, userId, services.clock.now()))) return
  // Nobody agreed to end what is paid.
  if (sumOf(await services.ownData.whatEnds(tx, userId)) > 0) return
  await erase(services, tx, person)
}

async function lockLeaver(tx: Queryable, userId: string): Promise<Leaver | null> {
  const [person] = await tx
    .select({ fullName: profiles.fullName, email: profiles.email, emailVerified: profiles.emailVerified })
    .from(profiles)
    .where(and(eq(profiles.id, userId), isNull(profiles.closedAt)))
    .for('update')
  return person ? { userId, ...person } : null
}

/** What features keep, then counters of tries and what the queues have to do. */
async function erase(services: Services, tx: Queryable, leaver: Leaver) {
  // While names and the address are still known: others are told.
  await publish(services, tx, 'account_closing', { userId: leaver.userId })
  await publish(services, tx, 'emails_declined', { userId: leaver.userId })
  await services.ownData.erase(tx, leaver)
  const isAboutThem = services.ownData.isAboutThem(leaver.userId, sql`data::text`)
  for (const statement of [...eraseCountersStatements(leaver), ...eraseJobsStatements(leaver, isAboutThem)])
    await tx.execute(statement)
  await renameInWaitingMessages(tx, leaver, { isAboutThem, appUrl: services.env.appUrl })
}

/** What others are still to be told says nobody's name: in its words only, never in keys, ids and our own addresses. */
async function renameInWaitingMessages(
  tx: Queryable,
  { fullName }: Leaver,
  { isAboutThem, appUrl }: { isAboutThem: SQL; appUrl: string },
) {
  // Raw, as what follows and what `statement.ts` has: the queue's own table.
  const waiting = await tx.execute<{ id: string; data: Record<string, unknown> }>(sql`
    select id, data from pgboss.job where state in ('created', 'retry')
      and ${namesThem(fullName)} and ${isAboutThem} for update`)
  const rename = (text: unknown) =>
    typeof text !== 'string' || text.startsWith(appUrl) ? text : renameIn(text, wholeWords(fullName))
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

/** A name where it stands by itself: that of somebody called 'a' is not in every word. */
const wholeWords = (name: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'gu')

/** A text, or an address of another site that has the name in its parameters, such as one that opens a calendar. */
function renameIn(text: string, name: RegExp): string {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return text.replaceAll(name, NOBODY)
  const url = new URL(text)
  for (const [key, value] of [...url.searchParams]) url.searchParams.set(key, value.replaceAll(name, NOBODY))
  return url.href
}
