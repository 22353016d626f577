import { and, eq, isNull } from 'drizzle-orm'
import { isInvitedStudent } from '#features/accounts/invited-student.ts'
import { reachable } from '#features/accounts/schema.ts'
import { blockLesson } from '#features/availability/commands.ts'
import { readOwedBack } from '#features/ledger/queries.ts'
import { readGiftRefund } from '#features/payments/gift-refund.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError, type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import { publish } from '#platform/reactions.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { requireReason } from '../admin-reason.ts'
import { type HeldPayment, isOurMoney, lockPayment, lockPaymentsOf } from '../held-payment.ts'
import { partyOf } from '../policy.ts'
import { releaseSlot } from '../slots.ts'
import { bookings } from '../tables.ts'
import {
  type CancelParty,
  type CancelRefusal,
  cancelRefusalTexts,
  presentTerms,
  refundFor,
  refundPercent,
  whyNotCancel,
} from './cancellation.ts'
import type { CancelLessonInput, CancellationPreview, FreedTime } from './schema.ts'

type Viewer = Pick<Actor, 'userId' | 'role'>
type Asking = Pick<Services, 'answers'>

/**
 * Cancels a paid lesson. The time becomes available at once unless the coach keeps it closed. The refund
 * follows the terms the lesson was booked under (a full refund when coach or admin cancels); the rest is
 * shared after the time the lesson would have taken place. Idempotent. An admin must give a reason.
 * @param audit where an admin's cancellation is recorded; omitted by commands that record it themselves
 * @throws AppError reason_missing; contact_in_message when an invited student would read a web address or a phone number
 */
export async function cancelLesson(
  services: Services,
  actor: Viewer,
  input: CancelLessonInput,
  audit?: Audit,
): Promise<Cancelled> {
  return await services.db.transaction((tx) => cancelLessonIn(services, tx, actor, input, audit))
}

type Cancelled =
  | { ok: true; refundCents: Cents }
  | Refused<CancelRefusal | 'refund_changed' | 'no_such_booking'>

/**
 * The same, within the caller's transaction.
 * @param input.isOneOfMany the caller cancels several lessons, and announces them together
 * @param input.isOfEndedClinic a seat in a clinic that was cancelled, which can be cancelled after the first date, too
 */
export async function cancelLessonIn(
  services: TransactionServices,
  tx: Queryable,
  actor: Viewer,
  input: CancelLessonInput & { isOneOfMany?: boolean; isOfEndedClinic?: boolean },
  audit?: Audit,
): Promise<Cancelled> {
  const payment = await lockPayment(services, tx, { bookingId: input.bookingId })
  const party = payment && partyOf(actor, payment)
  if (!payment || !party) return refused('no_such_booking')
  if (payment.status === 'cancelled' && payment.cancelReason === party)
    return { ok: true, refundCents: await readOwedBack(tx, payment) }
  const reason = party === 'admin' ? requireReason(input.reason) : null
  const now = services.clock.now()
  const why = whyNotCancel(payment, party, now)
  if (why && !(why === 'already_started' && input.isOfEndedClinic)) return refused(why)
  await refuseContacts(tx, payment.studentId, input.message)
  const returnsCredit = await doesCreditReturn(services, tx, payment, party, now)
  const { refundCents, keptCents } = returnsCredit ? nothingMoves : await refundNow(tx, payment, party, now)
  const refundedBeforeCents = await readOwedBack(tx, payment)
  if ((input.expectedRefundCents ?? refundCents) !== refundCents) return refused('refund_changed')
  if ((input.expectedReturnsCredit ?? returnsCredit) !== returnsCredit) return refused('refund_changed')
  const release = { reason: party, at: now, message: input.message ?? null }
  await releaseSlot(tx, payment.bookingId, { ...release, from: 'confirmed', payment: 'kept' })
  if (party === 'coach' && input.freedTime && input.freedTime !== 'open')
    await blockFreedTime(tx, payment, input.freedTime)
  const isEarned = keptCents > 0 && isOurMoney(payment)
  await publish(services, tx, 'lesson_cancelled', {
    bookingId: payment.bookingId,
    instructorId: payment.instructorId,
    packageId: payment.packageId,
    by: party,
    at: now,
    earnedAt: isEarned ? Math.max(now, payment.lessonEnd) : null,
    refundCents,
    refundedBeforeCents,
    returnsCredit,
    ...(input.message ? { message: input.message } : {}),
    ...(payment.weatherSince === null ? {} : { isForWeather: true }),
    ...(input.isOneOfMany ? { isOneOfMany: true } : {}),
  })
  if (reason !== null)
    await audit?.record(tx, {
      subjectId: payment.studentId,
      ids: { bookingId: payment.bookingId, instructorId: payment.instructorId },
      before: { status: 'confirmed' },
      after: { status: 'cancelled', refundCents, creditReturned: returnsCredit },
      reason,
    })
  return { ok: true, refundCents }
}

/**
 * Cancels seats of one student in a clinic and announces them together by `seats_cancelled`.
 * @param actor the coach, or an admin, who must give a reason
 * @param seats.isOfEndedClinic the clinic was cancelled
 * @returns how many were cancelled; seats that were cancelled before are skipped
 */
export async function cancelSeats(
  services: TransactionServices,
  tx: Queryable,
  actor: { userId: string; role: 'coach' | 'admin' },
  {
    bookingIds,
    ...words
  }: { bookingIds: string[]; message?: string; reason?: string; isOfEndedClinic?: boolean },
): Promise<number> {
  const cancelled: string[] = []
  let refundCents = 0
  let refundedBeforeCents = 0
  // Locked first, so that a seat that was cancelled concurrently is not announced again.
  for (const payment of await lockPaymentsOf(services, tx, bookingIds)) {
    const { bookingId, status } = payment
    if (status !== 'confirmed') continue
    const beforeCents = await readOwedBack(tx, payment)
    const done = await cancelLessonIn(services, tx, actor, { bookingId, isOneOfMany: true, ...words })
    if (!done.ok) continue
    cancelled.push(bookingId)
    refundCents += done.refundCents
    refundedBeforeCents += beforeCents
  }
  if (cancelled.length > 0)
    await publish(services, tx, 'seats_cancelled', {
      bookingIds: cancelled,
      by: actor.role,
      refundCents,
      refundedBeforeCents,
      ...(words.message ? { message: words.message } : {}),
    })
  return cancelled.length
}

/** The message is in a letter, which an invited student did not ask for. */
async function refuseContacts(tx: Queryable, studentId: string, message: string | undefined) {
  if (message && reachable.test(message) && (await isInvitedStudent(tx, studentId)))
    throw new AppError(
      'bad_input',
      'contact_in_message',
      'This student has not accepted your invitation yet. A message to them cannot have a web address or a phone number in it.',
    )
}

/** Blocks the time of a lesson. A seat frees none: its clinic occupies the time of the coach. */
async function blockFreedTime(tx: Queryable, payment: HeldPayment, freed: Exclude<FreedTime, 'open'>) {
  const { bookingId, instructorId: coachId, lessonStart: start, lessonEnd: end } = payment
  const [lesson] = await tx
    .select({ zone: bookings.timeZone })
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), isNull(bookings.clinicId)))
  if (!lesson) return
  const block = { isWholeDay: freed === 'day_closed', reason: 'A lesson was cancelled' }
  await blockLesson(tx, { coachId, start, end, zone: lesson.zone }, block)
}

/** The refund for cancelling now, in cents; null for other users. Has no side effects. */
export async function previewCancellation(
  services: Pick<Services, 'db' | 'clock' | 'answers'>,
  actor: Viewer,
  bookingId: string,
): Promise<CancellationPreview | null> {
  return await services.db.transaction((tx) => previewCancellationIn(services, tx, actor, bookingId))
}

/** The same, within the caller's transaction. */
export async function previewCancellationIn(
  services: Pick<Services, 'clock' | 'answers'>,
  tx: Queryable,
  actor: Viewer,
  bookingId: string,
): Promise<CancellationPreview | null> {
  const payment = await lockPayment(services, tx, { bookingId })
  const party = payment && partyOf(actor, payment)
  if (!payment || !party) return null
  const now = services.clock.now()
  const why = whyNotCancel(payment, party, now)
  return {
    refusal: why && { code: why, message: cancelRefusalTexts[why] },
    paidCents: payment.amountCents,
    ...(await previewMoney(services, tx, payment, party, now)),
    terms: presentTerms(payment),
  }
}

/**
 * Whether a lesson of a package is returned to the package: when the terms would still grant a refund, and no
 * part of its price was refunded to the card or charged back by the payer's bank.
 */
async function doesCreditReturn(
  { answers }: Asking,
  tx: Queryable,
  payment: HeldPayment,
  party: CancelParty,
  now: number,
) {
  if (!payment.packageId || refundPercent(payment, party, now) === 0) return false
  if ((await readOwedBack(tx, payment)) > 0) return false
  return await answers.is_package_open(tx, { packageId: payment.packageId })
}

const nothingMoves = { refundCents: 0, keptCents: 0 }

async function previewMoney(
  services: Asking,
  tx: Queryable,
  payment: HeldPayment,
  party: CancelParty,
  now: number,
) {
  const returnsCredit = await doesCreditReturn(services, tx, payment, party, now)
  const money = await refundNow(tx, payment, party, now)
  if (returnsCredit) return { ...money, ...nothingMoves, giftRefundCents: 0, returnsCredit }
  const { refundCents, keptCents } = money
  const refund = { amountCents: refundCents, keptCents: refundCents + keptCents }
  const giftRefundCents = refundCents > 0 ? await readGiftRefund(tx, payment, refund) : 0
  return { ...money, giftRefundCents: giftRefundCents ?? 0, returnsCredit }
}

/** Refunds that are owed count as refunded, even while the processor is still working on them. */
async function refundNow(tx: Queryable, payment: HeldPayment, party: CancelParty, now: number) {
  const refundedCents = await readOwedBack(tx, payment)
  return refundFor(payment, { amountCents: payment.amountCents, refundedCents }, party, now)
}
