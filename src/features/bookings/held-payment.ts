import { sql } from 'drizzle-orm'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import type { DiscountFunder } from '#features/ledger/ledger.ts'
import type { Queryable } from '#platform/db.ts'
import type { BookingStatus, CancelReason, PaymentStatus } from './booking.ts'

/** A booking and its payment, locked together for the length of a transaction. */
export interface HeldPayment {
  /** Of a lesson from a package: the package's one payment. */
  id: string
  bookingId: string
  /** Set for a lesson drawn from a package: `amountCents` is then this lesson's part of the price. */
  packageId: string | null
  instructorId: string
  studentId: string
  sessionId: string | null
  paymentIntentId: string | null
  amountCents: number
  /** What came off the coach's price before it was paid, in cents, and who gives that. */
  discountCents: number
  discountFundedBy: DiscountFunder | null
  /** `demo` for a demo booking, which no money ever moved for; `elsewhere` for what never came through us. */
  paymentMethod: string | null
  /** Of a package: what went back of its one payment. */
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
}

/** False where nothing was paid through us: there is no fee, no share to send, and nothing to send back. */
export const isOurMoney = ({ paymentMethod }: Pick<HeldPayment, 'paymentMethod'>): boolean =>
  paymentMethod !== 'demo' && paymentMethod !== 'elsewhere'

interface Row extends Record<string, unknown> {
  id: string
  booking_id: string
  package_id: string | null
  instructor_id: string
  student_id: string
  stripe_session_id: string | null
  stripe_payment_intent_id: string | null
  amount_cents: number
  discount_cents: number
  discount_funded_by: DiscountFunder | null
  payment_method: string | null
  refunded_cents: number
  currency: string
  payment_status: PaymentStatus
  status: BookingStatus
  cancel_reason: CancelReason | null
  start: string
  finish: string
  hold_expires: string | null
  completed: string | null
  cancellation_policy: CancellationPolicy
  refund_ceiling_percent: number
  moved_by_coach: boolean
}

/** Reads by booking or by payment, and keeps everybody else from changing the two until the transaction ends. */
export async function lockPayment(
  tx: Queryable,
  by: { bookingId: string } | { paymentIntentId: string },
): Promise<HeldPayment | null> {
  const which =
    'bookingId' in by
      ? sql`b.id = ${by.bookingId}::uuid`
      : sql`p.stripe_payment_intent_id = ${by.paymentIntentId}`
  // Raw: two rows locked and a package read beside them.
  const found = await tx.execute<Row>(sql`
    select coalesce(whole.id, p.id) as id, p.booking_id, b.package_id, p.instructor_id, p.student_id, p.stripe_session_id,
      coalesce(whole.stripe_payment_intent_id, p.stripe_payment_intent_id) as stripe_payment_intent_id,
      case when b.package_id is null then p.amount_cents else (b.price_amount * 100)::integer end as amount_cents,
      p.discount_cents, p.discount_funded_by, p.payment_method,
      coalesce(whole.refunded_cents, p.refunded_cents) as refunded_cents, p.currency, p.payment_status, b.status, b.cancel_reason,
      b.cancellation_policy, b.refund_ceiling_percent, b.moved_by_coach,
      extract(epoch from b.lesson_date) * 1000 as start, extract(epoch from b.lesson_end) * 1000 as finish,
      extract(epoch from b.hold_expires_at) * 1000 as hold_expires, extract(epoch from b.completed_at) * 1000 as completed
    from payments p join bookings b on b.id = p.booking_id
    left join lesson_packages k on k.id = b.package_id left join payments whole on whole.id = k.payment_id
    where ${which} for update of b, p`)
  const row = found.rows[0]
  if (!row) return null
  return {
    id: row.id,
    bookingId: row.booking_id,
    packageId: row.package_id,
    instructorId: row.instructor_id,
    studentId: row.student_id,
    sessionId: row.stripe_session_id,
    paymentIntentId: row.stripe_payment_intent_id,
    amountCents: row.amount_cents,
    discountCents: row.discount_cents,
    discountFundedBy: row.discount_funded_by,
    paymentMethod: row.payment_method,
    refundedCents: row.refunded_cents,
    currency: row.currency,
    paymentStatus: row.payment_status,
    status: row.status,
    cancelReason: row.cancel_reason,
    lessonStart: Math.round(Number(row.start)),
    lessonEnd: Math.round(Number(row.finish)),
    holdExpiresAt: instantOrNull(row.hold_expires),
    completedAt: instantOrNull(row.completed),
    cancellationPolicy: row.cancellation_policy,
    refundCeilingPercent: row.refund_ceiling_percent,
    movedByCoach: row.moved_by_coach,
  }
}

const instantOrNull = (ms: string | null) => (ms === null ? null : Math.round(Number(ms)))
