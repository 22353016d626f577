import { and, eq, inArray, ne, type SQL } from 'drizzle-orm'
import { lockPairOf } from '#features/coaches/coach-and-student.ts'
import type { Queryable } from '#platform/db.ts'
import { orders, payments } from './tables.ts'

/** A payment for something without a booking, with its order; locked until the end of the transaction. */
export interface HeldSale {
  id: string
  orderId: string
  /** As in `app/sale-kinds.ts`; never a lesson. */
  kind: string
  bookingId: null
  /** The package that was opened with it; null for other sales, and until it is opened. */
  packageId: string | null
  /** Null when no coach earns a part of it. */
  instructorId: string | null
  /** The account that pays. */
  studentId: string
  sessionId: string | null
  paymentIntentId: string | null
  amountCents: number
  /** The part of it that gift cards paid. */
  giftCents: number
  discountCents: number
  discountFundedBy: (typeof payments.$inferSelect)['discountFundedBy']
  paymentMethod: string | null
  refundedCents: number
  currency: string
  paymentStatus: (typeof payments.$inferSelect)['paymentStatus']
}

/**
 * Locks the payments of an order, of a charge, or one payment that have no booking, in the order of their ids. Payments with a
 * booking are locked first, with it (`bookings/held-payment.ts`).
 */
export async function lockSales(
  tx: Queryable,
  by: { orderId: string } | { paymentIntentId: string } | { paymentId: string },
): Promise<HeldSale[]> {
  const isAsked = and(isOf(tx, by), ne(payments.kind, 'lesson')) as SQL
  await lockPairOf(tx, payments, isAsked)
  const rows = await tx
    .select({ payment: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(isAsked)
    .orderBy(payments.id)
    .for('update', { of: payments })
  return rows.map(({ payment, order }) => ({
    id: payment.id,
    orderId: order.id,
    kind: payment.kind,
    bookingId: null,
    packageId: null,
    instructorId: payment.instructorId,
    studentId: payment.studentId,
    sessionId: order.stripeSessionId,
    paymentIntentId: order.stripePaymentIntentId,
    amountCents: payment.amountCents,
    giftCents: payment.giftCents,
    discountCents: payment.discountCents,
    discountFundedBy: payment.discountFundedBy,
    paymentMethod: payment.paymentMethod,
    refundedCents: payment.refundedCents,
    currency: payment.currency,
    paymentStatus: payment.paymentStatus,
  }))
}

function isOf(tx: Queryable, by: Parameters<typeof lockSales>[1]): SQL {
  if ('paymentId' in by) return eq(payments.id, by.paymentId)
  if ('orderId' in by) return eq(payments.orderId, by.orderId)
  return inArray(
    payments.orderId,
    tx.select({ id: orders.id }).from(orders).where(eq(orders.stripePaymentIntentId, by.paymentIntentId)),
  )
}
