import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { AccountEvents } from '#features/accounts/events.ts'
import { bookings } from '#features/bookings/tables.ts'
import { lockLine } from '#features/checkout/held-order.ts'
import { requestRefund } from '#features/checkout/refunds.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import { coachShare } from '#features/ledger/fee.ts'
import { schedulePackagePayout } from '#features/payouts/payout-schedule.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { packageEndedLines } from './credit-lines.ts'
import { completeProposal } from './credits.ts'
import { announcePackage } from './emails.ts'
import { fairReason, type PackageEndReason, refundOfUnused, unusedRefundPercent } from './package.ts'
import { type HeldPackage, lockLessons, lockPackage } from './queries.ts'
import { lessonCredits, lessonPackages } from './tables.ts'

/**
 * Ends a package with unused lessons. Their price is refunded under the coach's terms, or in full when the
 * coach or an admin ends it or the coach is suspended; the coach's share of the rest is paid out. Lessons
 * that are already booked take place.
 * @param input.expectedRefundCents the refund shown on the page; when the actual refund differs, the package
 * is not ended
 */
export async function endPackage(
  services: Services,
  actor: Pick<Actor, 'userId' | 'role'>,
  input: { packageId: string; expectedRefundCents: Cents },
): Promise<
  | { ok: true; refundCents: Cents }
  | Refused<'no_such_package' | 'package_ended' | 'payment_disputed' | 'refund_changed'>
> {
  return await services.db.transaction(async (tx) => {
    await lockLessons(tx, input.packageId)
    const held = await lockPackage(tx, input.packageId)
    const reason = held && reasonOf(actor, held)
    if (!held || !reason) return refused('no_such_package')
    if (held.isEnded || held.available.length === 0) return refused('package_ended')
    if (held.isDisputed) return refused('payment_disputed')
    const { refundCents } = refundOfUnused(unusedOf(held), held.policy, fairReason(reason, held))
    if (refundCents !== input.expectedRefundCents) return refused('refund_changed')
    await end(services, tx, held, reason)
    return { ok: true, refundCents }
  })
}

/**
 * Ends an expired package, unless a concurrent request already did.
 * @returns false when there was nothing to end
 */
export async function expirePackage(services: Services, packageId: string): Promise<boolean> {
  return await services.db.transaction(async (tx) => {
    await lockLessons(tx, packageId)
    const held = await lockPackage(tx, packageId)
    if (!held || held.isEnded || held.isDisputed || held.expiresAt > services.clock.now()) return false
    await end(services, tx, held, 'expired')
    return true
  })
}

/**
 * Ends the packages of a suspended user with a full refund of unused lessons. Where they are kept, students
 * of a suspended coach are notified.
 * @returns whether a package was ended
 */
export async function endPackagesOfSuspended(
  services: TransactionServices,
  tx: Queryable,
  { userId, promises, at }: AccountEvents['account_suspended'],
): Promise<boolean> {
  const open = await tx
    .select({ id: lessonPackages.id })
    .from(lessonPackages)
    .where(
      and(
        or(eq(lessonPackages.instructorId, userId), eq(lessonPackages.studentId, userId)),
        isNull(lessonPackages.endedAt),
      ),
    )
    .orderBy(lessonPackages.id)
  let isAnyEnded = false
  for (const { id } of open) {
    await lockLessons(tx, id)
    const held = await lockPackage(tx, id)
    // The bank decides about disputed payments.
    if (!held || held.isEnded || held.isDisputed || held.available.length === 0) continue
    if (promises === 'cancel') {
      await end(services, tx, held, 'admin')
      isAnyEnded = true
    } else if (held.instructorId === userId)
      await announcePackage(services, tx, id, { news: 'coach_unavailable', suspendedAt: at })
  }
  return isAnyEnded
}

/**
 * When a suspension is lifted: extends the term of the user's open packages by the duration of the
 * suspension, in which no lessons could be booked, and resets the student's reminder.
 */
export async function extendAfterSuspension(
  _services: unknown,
  tx: Queryable,
  { userId, since, at }: AccountEvents['suspension_lifted'],
): Promise<void> {
  const [from, until] = [sql`${toIso(since)}::timestamptz`, sql`${toIso(at)}::timestamptz`]
  await tx
    .update(lessonPackages)
    .set({
      expiresAt: sql`${lessonPackages.expiresAt} + (${until} - greatest(${from}, ${lessonPackages.createdAt}))`,
      remindedAt: null,
    })
    .where(
      and(
        or(eq(lessonPackages.instructorId, userId), eq(lessonPackages.studentId, userId)),
        isNull(lessonPackages.endedAt),
      ),
    )
}

/**
 * Ends a locked package: refunds unused lessons according to the reason, or in full while one of the accounts is suspended, and
 * notifies both sides.
 */
export async function end(
  services: TransactionServices,
  tx: Queryable,
  held: HeldPackage,
  reason: PackageEndReason,
) {
  const at = services.clock.now()
  const fair = fairReason(reason, held)
  const money = refundOfUnused(unusedOf(held), held.policy, fair)
  const { refundCents, keptCents } = money
  await tx
    .update(lessonCredits)
    .set({ status: 'ended' })
    .where(and(eq(lessonCredits.packageId, held.id), eq(lessonCredits.status, 'available')))
  const coachShareCents = coachShare(keptCents)
  await tx
    .update(lessonPackages)
    .set({ endedAt: at, endReason: reason, coachShareCents, keptCents })
    .where(eq(lessonPackages.id, held.id))
  // The refund percentage also limits later refunds of lessons that are still booked.
  const ceiling = unusedRefundPercent(held.policy, fair)
  await tx
    .update(bookings)
    .set({ refundCeilingPercent: sql`least(${bookings.refundCeilingPercent}, ${ceiling}::integer)` })
    .where(and(eq(bookings.packageId, held.id), eq(bookings.status, 'confirmed')))
  if (held.paid)
    await settleEnd(services, tx, { ...held, ...held.paid }, { ...money, coachShareCents, reason: fair, at })
  await completeProposal(tx, held.id)
  await announcePackage(services, tx, held.id, {
    news: 'ended',
    reason,
    refundCents,
    shareCents: coachShareCents,
  })
}

/** The money of an ended package: the coach's share, the books, and the refund. */
async function settleEnd(
  services: TransactionServices,
  tx: Queryable,
  { id: packageId, of, instructorId }: HeldPackage & NonNullable<HeldPackage['paid']>,
  end: ReturnType<typeof refundOfUnused> & { coachShareCents: Cents; reason: PackageEndReason; at: number },
) {
  const { refundCents, coachShareCents, reason, at } = end
  if (coachShareCents > 0) await schedulePackagePayout(tx, { ...of, packageId, instructorId, dueAt: at })
  const key = `package_ended:${packageId}`
  await postToLedger(tx, { ...of, key, kind: 'package_ended', at, lines: packageEndedLines(end) })
  const payment = refundCents > 0 ? await lockLine(services, tx, of) : null
  if (!payment) return
  const refund = { key, amountCents: refundCents, reason: reason === 'expired' ? 'student' : reason } as const
  await requestRefund(services, tx, payment, refund)
}

const unusedOf = ({ available, givenBackCents }: HeldPackage) => ({
  cents: available.reduce((sum, credit) => sum + credit.valueCents, 0),
  givenBackCents,
})

function reasonOf(actor: Pick<Actor, 'userId' | 'role'>, held: HeldPackage): PackageEndReason | null {
  if (actor.userId === held.studentId) return 'student'
  if (actor.userId === held.instructorId) return 'coach'
  return actor.role === 'admin' ? 'admin' : null
}
