import { sql } from 'drizzle-orm'
import { sendTemplatedEmail } from '#features/notifications/jobs.ts'
import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { confirmPassword } from '../passwords/commands.ts'
import { eraseStatements } from './statement.ts'

/**
 * Deletes an account: the person goes, the records of lessons and money stay without a name. Not while lessons are coming
 * or a payment is under way: then people rely on each other.
 * @throws AppError wrong_password, no_password, lessons_coming, admins_stay, too_many_requests
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
