import { sql } from 'drizzle-orm'
import { sendTemplatedEmail } from '#features/notifications/jobs.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formatMoney } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { confirmPassword } from '../passwords/commands.ts'
import { eraseStatements } from './statement.ts'

/**
 * Deletes an account: the person goes, the records of lessons and money stay without a name. Not while lessons are coming
 * or a payment is under way: then people rely on each other.
 * @throws AppError wrong_password, no_password, lessons_coming, payouts_owed, admins_stay, too_many_requests
 */
export async function closeAccount(services: Services, actor: Actor, password: string): Promise<void> {
  if (actor.role === 'admin')
    throw new AppError('conflict', 'admins_stay', 'Admin accounts are closed by hand, as they are made.')
  await confirmPassword(services, actor.userId, password)
  const id = sql`${actor.userId}::uuid`
  await services.db.transaction(async (tx) => {
    // Bookings refer to this row: one that is being made at this moment is either seen below or waits for us.
    const found = await tx.execute<{ full_name: string; email: string; phone: string | null }>(
      sql`select full_name, email, phone from profiles where id = ${id} and closed_at is null for update`,
    )
    const person = found.rows[0]
    if (!person) throw new AppError('not_found', 'no_such_account', 'This account does not exist any more.')
    const coming = await tx.execute<{ n: number }>(sql`
      select count(*)::int as n from bookings
      where (student_id = ${id} or instructor_id = ${id}) and status in ('pending', 'confirmed')
        and (status = 'pending' or lesson_end > ${toIso(services.clock.now())}::timestamptz)`)
    refuseWhileComing(coming.rows[0]?.n ?? 0)
    await refuseWhileOwed(tx, actor.userId)
    await services.jobs.send(tx, sendTemplatedEmail, {
      key: `account-closed:${actor.userId}`,
      template: 'account-closed',
      userId: actor.userId,
      toEmail: person.email,
      variables: { full_name: person.full_name },
    })
    for (const statement of eraseStatements(actor.userId, person)) await tx.execute(statement)
  })
  services.sessions.forget(actor.userId)
}

function refuseWhileComing(lessons: number) {
  if (lessons === 0) return
  const what = lessons === 1 ? 'a lesson' : `${lessons} lessons`
  throw new AppError(
    'conflict',
    'lessons_coming',
    `You have ${what} coming up. Cancel first, or come back when you have played.`,
  )
}

/** Money that was earned and not sent yet needs somebody to be sent to. */
async function refuseWhileOwed(tx: Queryable, userId: string) {
  const owed = await tx.execute<{ cents: number }>(sql`
    select coalesce(-sum(l.amount_cents), 0)::int as cents
    from bookings b join ledger_transactions t on t.booking_id = b.id join ledger_lines l on l.transaction_id = t.id
    where b.instructor_id = ${userId}::uuid and l.account = 'coach_held'`)
  const cents = owed.rows[0]?.cents ?? 0
  if (cents <= 0) return
  throw new AppError(
    'conflict',
    'payouts_owed',
    `${formatMoney(cents)} is still on its way to you. Come back when it has arrived; Earnings & Payouts says when.`,
  )
}
