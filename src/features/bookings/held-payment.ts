import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { lockPairOf } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { DiscountFunder } from '#features/ledger/ledger.ts'
import { isBackInPackage } from '#features/ledger/queries.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import type { BookingStatus, CancelReason, PaymentStatus } from './booking.ts'
import { bookings } from './tables.ts'

/** A booking and its payment, both locked until the end of the transaction. */
export interface HeldPayment {
  /** For a lesson of a package that was paid here: the package's single payment. */
  id: string
  kind: 'lesson'
  /** The order of the booking's own payment. */
  orderId: string
  bookingId: string
  /**
   * Set for a lesson of a package: `amountCents` is then its part of the package price, or 0 once it was
   * returned to the package.
   */
  packageId: string | null
  instructorId: string
  studentId: string
  sessionId: string | null
  paymentIntentId: string | null
  amountCents: number
  /** The part of it that gift cards paid; for a lesson of a package, their part of the package's payment. */
  giftCents: number
  /** The discount on the coach's price in cents, and who funds it. */
  discountCents: number
  discountFundedBy: DiscountFunder | null
  /** `demo` for a demo booking, which involves no money; `elsewhere` for payments outside the platform. */
  paymentMethod: string | null
  /** For a lesson of a package: the amount refunded of the package's payment. */
  refundedCents: number
  currency: string
  paymentStatus: PaymentStatus
  status: BookingStatus
  cancelReason: CancelReason | null
  /** Milliseconds since 1970, UTC. */
  lessonStart: number
  lessonEnd: number
  holdExpiresAt: number | null
  completedAt: number | null
  cancellationPolicy: CancellationPolicy
  refundCeilingPercent: number
  movedByCoach: boolean
  /** Since when the weather lets the student move or cancel without a fee; null when it does not. */
  weatherSince: number | null
  /** When the coach called the lesson off; null while it takes place. */
  calledOffAt: number | null
  /** The coach is suspended, or the account is closed. */
  coachUnavailable: boolean
}

/** False when nothing was paid through the platform: there is no fee, no payout and no refund. */
export const isOurMoney = ({ paymentMethod }: Pick<HeldPayment, 'paymentMethod'>): boolean =>
  paymentMethod !== 'demo' && paymentMethod !== 'elsewhere'

const isCoachUnavailable = sql<boolean>`exists (
  select from ${instructorProfiles} c where c.user_id = ${bookings.instructorId} and not c.may_teach)`

/**
 * Locks and reads the bookings that an order pays for, with their payments, in the order of their ids. Bookings are locked first, because
 * the table order of the statement decides: releasing a hold changes the booking before the payment, and the opposite order would be a
 * deadlock.
 * @returns an empty list when there is no such order
 */
export async function lockPayments(
  services: Pick<Services, 'answers'>,
  tx: Queryable,
  by: { orderId: string } | { paymentIntentId: string },
): Promise<HeldPayment[]> {
  const isAsked =
    'orderId' in by
      ? eq(payments.orderId, by.orderId)
      : inArray(
          payments.orderId,
          tx
            .select({ id: orders.id })
            .from(orders)
            .where(eq(orders.stripePaymentIntentId, by.paymentIntentId)),
        )
  return await lockWhere(services, tx, isAsked)
}

/** The same for some bookings of one coach and student. */
export async function lockPaymentsOf(
  services: Pick<Services, 'answers'>,
  tx: Queryable,
  bookingIds: readonly string[],
): Promise<HeldPayment[]> {
  if (bookingIds.length === 0) return []
  return await lockWhere(services, tx, inArray(payments.bookingId, [...bookingIds]))
}

/** The same for one booking; null when it does not exist. For a lesson of a package, the payment is the package's. */
export async function lockPayment(
  services: Pick<Services, 'answers'>,
  tx: Queryable,
  { bookingId }: { bookingId: string },
): Promise<HeldPayment | null> {
  const [held] = await lockWhere(services, tx, eq(payments.bookingId, bookingId))
  return held ?? null
}

async function lockWhere(
  { answers }: Pick<Services, 'answers'>,
  tx: Queryable,
  isAsked: SQL,
): Promise<HeldPayment[]> {
  await lockPairOf(tx, payments, isAsked)
  const rows = await tx
    .select({ booking: bookings, own: payments, order: orders, coachUnavailable: isCoachUnavailable })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(isAsked)
    .orderBy(bookings.id)
    .for('update', { of: [bookings, payments] })
  const held: HeldPayment[] = []
  for (const { booking, own, order, coachUnavailable } of rows) {
    const { packageId } = booking
    const paidWith = packageId === null ? null : await answers.payment_of_package(tx, packageId)
    const paid = paidWith === null ? { payment: own, order } : await readPayment(tx, paidWith)
    held.push({
      id: paid.payment.id,
      kind: 'lesson',
      orderId: order.id,
      bookingId: booking.id,
      packageId,
      instructorId: booking.instructorId,
      studentId: own.studentId,
      sessionId: order.stripeSessionId,
      paymentIntentId: paid.order.stripePaymentIntentId,
      amountCents: packageId === null ? own.amountCents : await readPriceInUse(tx, booking),
      giftCents: paid.payment.giftCents,
      discountCents: own.discountCents,
      discountFundedBy: own.discountFundedBy,
      paymentMethod: own.paymentMethod,
      refundedCents: paid.payment.refundedCents,
      currency: own.currency,
      paymentStatus: own.paymentStatus,
      status: booking.status,
      cancelReason: booking.cancelReason,
      lessonStart: booking.lessonDate,
      lessonEnd: booking.lessonEnd,
      holdExpiresAt: booking.holdExpiresAt,
      completedAt: booking.completedAt,
      cancellationPolicy: booking.cancellationPolicy,
      refundCeilingPercent: booking.refundCeilingPercent,
      movedByCoach: booking.movedByCoach,
      weatherSince: booking.weatherSince,
      calledOffAt: booking.calledOffAt,
      coachUnavailable,
    })
  }
  return held
}

/** The part of the package price a lesson uses: 0 once it was cancelled and returned to the package. */
const readPriceInUse = async (tx: Queryable, lesson: typeof bookings.$inferSelect) =>
  lesson.status === 'cancelled' && (await isBackInPackage(tx, lesson.id)) ? 0 : lesson.priceAmount

async function readPayment(tx: Queryable, paymentId: string) {
  const [paid] = await tx
    .select({ payment: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.id, paymentId))
  if (!paid) throw new Error(`payment ${paymentId} is missing`)
  return paid
}
