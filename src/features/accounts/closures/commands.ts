import { sql } from 'drizzle-orm'
import { sendLetter } from '#features/notifications/commands.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formatMoney } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { confirmPassword } from '../passwords/commands.ts'
import { eraseStatements, isAboutThem, type Leaver, NOBODY } from './statement.ts'

/** The last letter says a name and goes to an address: its job is gone an hour after it was sent. */
const LAST_LETTER_SECONDS = 60 * 60

/**
 * Deletes an account: the person goes, the records of lessons and money stay without a name. Not while lessons are coming
 * or a payment is under way: then people rely on each other.
 * @throws AppError wrong_password, no_password, lessons_coming, payouts_owed, admins_stay, too_many_requests
 */
export async function closeAccount(services: Services, actor: Actor, password: string): Promise<void> {
  if (actor.role === 'admin')
    throw new AppError('conflict', 'admins_stay', 'Admin accounts cannot be closed here.')
  await confirmPassword(services, actor.userId, password)
  await services.db.transaction(async (tx) => {
    // Bookings refer to this row: one that is being made at this moment is either seen below or waits for us.
    const person = await lockLeaver(tx, actor.userId)
    if (!person) throw new AppError('not_found', 'no_such_account', 'This account does not exist any more.')
    refuseWhileComing(await countComing(tx, actor.userId, services.clock.now()))
    refuseWhileOwed(await readOwed(tx, actor.userId))
    await erase(services, tx, actor.userId, person)
    await sendLetter(services, tx, {
      key: `account-closed:${actor.userId}`,
      kind: 'account_news',
      userId: actor.userId,
      toEmail: person.email,
      letter: { template: 'account-closed', variables: { full_name: person.full_name } },
      forgetAfterSeconds: LAST_LETTER_SECONDS,
    })
  })
  services.sessions.forget(actor.userId)
}

/**
 * Deletes an account that nobody owns, as {@link closeAccount} does and without a letter; unless lessons are coming or money is
 * owed.
 */
export async function eraseUnlessNeeded(services: Services, tx: Queryable, userId: string): Promise<void> {
  const person = await lockLeaver(tx, userId)
  if (!person || (await countComing(tx, userId, services.clock.now())) > 0) return
  if ((await readOwed(tx, userId)) <= 0) await erase(services, tx, userId, person)
}

async function lockLeaver(tx: Queryable, userId: string): Promise<Leaver | undefined> {
  const found = await tx.execute<Leaver & Record<string, unknown>>(
    sql`select full_name, email, email_verified from profiles where id = ${userId}::uuid and closed_at is null for update`,
  )
  return found.rows[0]
}

async function erase(services: Services, tx: Queryable, userId: string, person: Leaver) {
  for (const statement of eraseStatements(userId, person)) await tx.execute(statement)
  await renameInWaitingMessages(tx, { userId, ...person }, services.env.appUrl)
}

async function countComing(tx: Queryable, userId: string, now: number): Promise<number> {
  const id = sql`${userId}::uuid`
  const coming = await tx.execute<{ n: number }>(sql`
    select count(*)::int as n from bookings
    where (student_id = ${id} or instructor_id = ${id}) and status in ('pending', 'confirmed')
      and (status = 'pending' or lesson_end > ${toIso(now)}::timestamptz)`)
  return coming.rows[0]?.n ?? 0
}

function refuseWhileComing(lessons: number) {
  if (lessons === 0) return
  const what = lessons === 1 ? 'a lesson' : `${lessons} lessons`
  throw new AppError(
    'conflict',
    'lessons_coming',
    `You have ${what} coming up. Cancel first, or close your account after the lesson.`,
  )
}

/** What was earned and not sent yet, in cents. */
async function readOwed(tx: Queryable, userId: string): Promise<number> {
  const owed = await tx.execute<{ cents: number }>(sql`
    select (coalesce(-sum(l.amount_cents), 0) + (select coalesce(sum(k.rest_cents), 0)
      from payouts o join lesson_packages k on k.id = o.package_id
      where o.instructor_id = ${userId}::uuid and o.status in ('held', 'sending')))::int as cents
    from bookings b join ledger_transactions t on t.booking_id = b.id join ledger_lines l on l.transaction_id = t.id
    where b.instructor_id = ${userId}::uuid and l.account = 'coach_held'`)
  return owed.rows[0]?.cents ?? 0
}

/** Money that was earned and not sent yet needs somebody to be sent to. */
function refuseWhileOwed(cents: number) {
  if (cents <= 0) return
  throw new AppError(
    'conflict',
    'payouts_owed',
    `${formatMoney(cents)} is still on its way to you. Try again when it has arrived. Earnings & Payouts shows the date.`,
  )
}

/** What others are still to be told says nobody's name: in its words only, never in keys, ids and our own addresses. */
async function renameInWaitingMessages(tx: Queryable, was: Leaver & { userId: string }, appUrl: string) {
  const waiting = await tx.execute<{ id: string; data: Record<string, unknown> }>(sql`
    select id, data from pgboss.job where state in ('created', 'retry')
      and position(${JSON.stringify(was.full_name).slice(1, -1)} in data::text) > 0
      and ${isAboutThem(sql`${was.userId}::uuid`, sql`data::text`)} for update`)
  const rename = (text: unknown) =>
    typeof text !== 'string' || text.startsWith(appUrl) ? text : renameIn(text, wholeWords(was.full_name))
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
