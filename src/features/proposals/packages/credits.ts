import { sql } from 'drizzle-orm'
import type { LessonEvents } from '#features/bookings/events.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { creditReturnedLines, creditUsedLines } from './credit-lines.ts'
import { GRACE_DAYS } from './package.ts'

const DAY = 86_400_000

/** Writes one lesson of a package into the books as used. The caller holds the package's row. */
export async function redeemCredit(
  tx: Queryable,
  redemption: { packageId: string; position: number; bookingId: string; valueCents: Cents; at: number },
): Promise<void> {
  const { packageId, position, bookingId, valueCents, at } = redemption
  await tx.execute(sql`
    update lesson_credits set status = 'used', booking_id = ${bookingId}
    where package_id = ${packageId} and position = ${position} and status = 'available'`)
  await postToLedger(tx, {
    key: `credit_used:${bookingId}`,
    kind: 'credit_used',
    bookingId,
    at,
    lines: creditUsedLines(valueCents),
  })
}

/**
 * A lesson of a package was cancelled in time: it can be booked again. What a coach or admin cancels gets at least
 * {@link GRACE_DAYS} days for it. Once the package has ended nothing returns.
 * @returns false when the lesson does not go back to a package
 */
export async function returnCredit(
  _services: unknown,
  tx: Queryable,
  { packageId, bookingId, by, at, returnsCredit }: LessonEvents['lesson_cancelled'],
): Promise<boolean> {
  if (!packageId || !returnsCredit) return false
  const open = await tx.execute(sql`
    select 1 from lesson_packages where id = ${packageId} and ended_at is null for update`)
  if (open.rows.length === 0) return false
  const returned = await tx.execute<{ value_cents: number }>(sql`
    update lesson_credits set status = 'available', booking_id = null
    where package_id = ${packageId} and booking_id = ${bookingId} returning value_cents`)
  const credit = returned.rows[0]
  if (!credit) return false
  if (by !== 'student')
    await tx.execute(sql`
      update lesson_packages set expires_at = greatest(expires_at, ${new Date(at + GRACE_DAYS * DAY)}) where id = ${packageId}`)
  await postToLedger(tx, {
    key: `credit_returned:${bookingId}`,
    kind: 'credit_returned',
    bookingId,
    at,
    lines: creditReturnedLines(credit.value_cents),
  })
  return true
}
