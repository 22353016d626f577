import { and, desc, eq, inArray, isNotNull, isNull, like, lte, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { profiles } from '#features/accounts/tables.ts'
import { findLesson } from '#features/bookings/queries.ts'
import { bookings, seriesLessons } from '#features/bookings/tables.ts'
import { playerNameIn } from '#features/golfers/queries.ts'
import type { MoneyOf } from '#features/ledger/ledger.ts'
import { isRefundOf, returnedRefund } from '#features/payments/queries.ts'
import type { RefundReason } from '#features/payments/refund.ts'
import { orders, paymentRefunds, payments, processorRefunds } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'
import { isUuidInAnyCase } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'

/**
 * The pending refunds of a lesson or a payment that may be sent now, oldest first.
 * @param now milliseconds since 1970, UTC
 */
export async function listRefundsToSend(
  db: Queryable,
  of: MoneyOf,
  now: number,
): Promise<
  {
    id: string
    paymentId: string
    bookingId: string | null
    amountCents: Cents
    attempts: number
    paymentIntentId: string | null
  }[]
> {
  return await db
    .select({
      id: paymentRefunds.id,
      paymentId: paymentRefunds.paymentId,
      bookingId: paymentRefunds.bookingId,
      amountCents: paymentRefunds.amountCents,
      attempts: paymentRefunds.attempts,
      paymentIntentId: orders.stripePaymentIntentId,
    })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        isRefundOf(of),
        eq(paymentRefunds.status, 'requested'),
        or(isNull(paymentRefunds.retryAt), lte(paymentRefunds.retryAt, now)),
      ),
    )
    .orderBy(paymentRefunds.requestedAt, paymentRefunds.id)
}

/**
 * The part of a lesson's refunds that no letter announced. Letters about a cancellation announce their refund, and banks
 * inform their customers about chargebacks. Depends on the known refunds and not on the order in which they became known.
 */
export async function readUntoldRefund(
  db: Queryable,
  paymentId: string,
): Promise<{
  cents: Cents
  /** Including the amounts in earlier letters. */
  total: Cents
  /** Null for refunds without a reason of ours. */
  reason: RefundReason | null
}> {
  // Raw: sums over two tables and a column in one statement.
  const found = await db.execute<{
    refunded: string
    by_cancelling: string
    told: number
    reason: RefundReason | null
  }>(sql`
    select least(p.amount_cents, p.refunded_unnamed_cents
        + (select coalesce(sum(s.amount_cents), 0) from processor_refunds s
          where s.payment_id = p.id and s.is_sent and s.ended_as is null)
        + (select coalesce(sum(r.amount_cents), 0) from payment_refunds r
          where r.payment_id = p.id and r.status = 'sent' and r.provider_refund_id ~ '^(none|gift-card):'))::text as refunded,
      (select coalesce(sum(r.amount_cents), 0)::text from payment_refunds r
        where r.payment_id = p.id and r.reason in ('student', 'coach', 'admin')) as by_cancelling,
      p.refund_told_cents as told,
      (select r.reason from payment_refunds r
        where r.payment_id = p.id and r.reason not in ('student', 'coach', 'admin') order by r.requested_at desc limit 1) as reason
    from payments p where p.id = ${paymentId}`)
  const row = found.rows[0]
  const total = Number(row?.refunded ?? 0) - Number(row?.by_cancelling ?? 0)
  return { cents: total - (row?.told ?? 0), total, reason: row?.reason ?? null }
}

/**
 * The refundable rest of a payment at the processor, in cents; for a package, of its single payment. Refunds
 * in progress are deducted.
 */
export async function readLeft(db: Queryable, paymentId: string): Promise<Cents> {
  const onItsWay = db
    .select({ cents: sql`coalesce(sum(${processorRefunds.amountCents}), 0)` })
    .from(processorRefunds)
    .where(
      and(
        eq(processorRefunds.paymentId, payments.id),
        eq(processorRefunds.isSent, false),
        isNull(processorRefunds.endedAs),
      ),
    )
  const backOnGiftCards = db
    .select({ cents: sql`coalesce(sum(${paymentRefunds.amountCents}), 0)` })
    .from(paymentRefunds)
    .where(
      and(eq(paymentRefunds.paymentId, payments.id), like(paymentRefunds.providerRefundId, 'gift-card:%')),
    )
  const charged = sql`${payments.amountCents} - ${payments.giftCents}`
  const [payment] = await db
    .select({
      cents:
        sql`greatest(0, ${charged} - (${payments.refundedCents} - (${backOnGiftCards})) - (${onItsWay}))`.mapWith(
          Number,
        ),
    })
    .from(payments)
    .where(eq(payments.id, paymentId))
  return payment?.cents ?? 0
}

/**
 * What is requested of a payment's refunds, in cents: still to be sent, and sent without the processor's event.
 */
export async function readRequested(
  db: Queryable,
  paymentId: string,
): Promise<{ toSendCents: Cents; sentCents: Cents }> {
  const sumOf = (status: 'requested' | 'sent') =>
    sql`coalesce(sum(${paymentRefunds.amountCents}) filter (where ${paymentRefunds.status} = ${status}), 0)`.mapWith(
      Number,
    )
  const [found] = await db
    .select({ toSendCents: sumOf('requested'), sentCents: sumOf('sent') })
    .from(paymentRefunds)
    .where(
      and(
        eq(paymentRefunds.paymentId, paymentId),
        or(
          eq(paymentRefunds.status, 'requested'),
          and(
            sql`${paymentRefunds.providerRefundId} !~ '^(none|by-hand|covered|gift-card):'`,
            notExists(
              db
                .select({ id: processorRefunds.id })
                .from(processorRefunds)
                .where(eq(processorRefunds.id, paymentRefunds.providerRefundId)),
            ),
          ),
        ),
      ),
    )
  return found ?? { toSendCents: 0, sentCents: 0 }
}

/** Whether a payment's order has other payments, so that the processor allows more than its amount to be refunded. */
export async function isOneOfSeveral(db: Queryable, paymentId: string): Promise<boolean> {
  const others = alias(payments, 'others')
  const found = await db
    .select({ id: others.id })
    .from(payments)
    .innerJoin(others, and(eq(others.orderId, payments.orderId), ne(others.id, payments.id)))
    .where(eq(payments.id, paymentId))
    .limit(1)
  return found.length > 0
}

/** What goes back of a payment, including refunds in progress. */
function owedBackIn(db: Queryable) {
  const requested = db
    .select({ cents: sql`coalesce(sum(${paymentRefunds.amountCents}), 0)` })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, payments.id))
  return sql`greatest(${payments.refundedCents}, (${requested}))`
}

/** The lessons of a series, in their order, and what was paid and refunded for all of them. */
async function readSeriesPayments(db: Queryable, seriesId: string) {
  const ofSeries = db
    .select({ id: seriesLessons.bookingId })
    .from(seriesLessons)
    .where(eq(seriesLessons.seriesId, seriesId))
  const found = await db
    .select({
      bookingId: bookings.id,
      start: bookings.lessonDate,
      status: bookings.status,
      paidCents: payments.amountCents,
      giftCents: payments.giftCents,
      refundedCents: payments.refundedCents,
      owedBackCents: owedBackIn(db).mapWith(Number),
      refundReturned: returnedRefund(db, inArray(paymentRefunds.bookingId, ofSeries)),
    })
    .from(seriesLessons)
    .innerJoin(bookings, eq(bookings.id, seriesLessons.bookingId))
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .where(eq(seriesLessons.seriesId, seriesId))
    .orderBy(seriesLessons.position)
  return {
    paidCents: found.reduce((sum, { paidCents }) => sum + paidCents, 0),
    giftCents: found.reduce((sum, { giftCents }) => sum + giftCents, 0),
    refundedCents: found.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
    owedBackCents: found.reduce((sum, { owedBackCents }) => sum + owedBackCents, 0),
    refundReturned: found[0]?.refundReturned ?? null,
    lessons: found.map(({ bookingId, start, status }) => ({ bookingId, start: toIso(start), status })),
  }
}

/** What was paid and refunded for the seats of a clinic that were bought together, and who has one. */
async function readSeatPayments(db: Queryable, orderId: string) {
  const name = playerNameIn({ golferId: bookings.golferId, studentName: profiles.fullName })
  const ofOrder = db.select({ id: payments.id }).from(payments).where(eq(payments.orderId, orderId))
  const [sums] = await db
    .select({
      paidCents: sql`sum(${payments.amountCents})`.mapWith(Number),
      giftCents: sql`sum(${payments.giftCents})`.mapWith(Number),
      refundedCents: sql`sum(${payments.refundedCents})`.mapWith(Number),
      owedBackCents: sql`sum(${owedBackIn(db)})`.mapWith(Number),
      refundReturned: returnedRefund(db, inArray(paymentRefunds.paymentId, ofOrder)),
      names: sql<
        string[]
      >`coalesce(array_agg(${name} order by ${name}) filter (where ${bookings.status} <> 'cancelled'), '{}')`,
    })
    .from(payments)
    .innerJoin(bookings, and(eq(bookings.id, payments.bookingId), isNotNull(bookings.clinicId)))
    .innerJoin(profiles, eq(profiles.id, bookings.studentId))
    .where(eq(payments.orderId, orderId))
    .groupBy(payments.orderId)
  return sums ?? null
}

/** Before the id of an order, where the pages after a payment name an order that has no session of the processor. */
export const ORDER = 'order:'

/**
 * A lesson with its payment, by the processor's session, the booking's id, or `order:` and the order's id; for the pages after a payment.
 */
export async function findLessonByCheckout(
  { db, answers }: Pick<Services, 'db' | 'answers'>,
  sessionId: string,
) {
  const isBooking = isUuidInAnyCase(sessionId)
  const named = sessionId.startsWith(ORDER) ? sessionId.slice(ORDER.length) : ''
  const orderId = isUuidInAnyCase(named) ? named : null
  const lastReason = db
    .select({ reason: paymentRefunds.reason })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, payments.id))
    .orderBy(desc(paymentRefunds.requestedAt), paymentRefunds.id)
    .limit(1)
  const [row] = await db
    .select({
      payment: payments,
      bookingId: bookings.id,
      owedBackCents: owedBackIn(db).mapWith(Number),
      refundReason: sql<RefundReason | null>`(${lastReason})`,
      refundReturned: returnedRefund(db, eq(paymentRefunds.paymentId, payments.id)),
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(
      isBooking
        ? eq(payments.bookingId, sessionId)
        : orderId
          ? eq(payments.orderId, orderId)
          : eq(orders.stripeSessionId, sessionId),
    )
    // Of a series, the first lesson that was not cancelled.
    .orderBy(sql`${bookings.status} = 'cancelled'`, bookings.lessonDate)
    .limit(1)
  const lesson = row && (await findLesson(db, row.bookingId))
  if (!row || !lesson) return null
  const { payment, refundReason } = row
  const series = lesson.series && (await readSeriesPayments(db, lesson.series.id))
  const seats = lesson.seat && !isBooking ? await readSeatPayments(db, payment.orderId) : null
  const together = series ?? seats
  const [from] = await answers.packages_of_lessons(db, [lesson.id])
  return {
    lesson,
    packageTitle: from?.title ?? null,
    isReturned: from?.isReturned ?? false,
    studentId: lesson.studentId,
    amountCents: together?.paidCents ?? payment.amountCents,
    giftCents: together?.giftCents ?? payment.giftCents,
    priceLines: payment.priceLines,
    refundedCents: together?.refundedCents ?? payment.refundedCents,
    owedBackCents: together?.owedBackCents ?? row.owedBackCents,
    series: series?.lessons ?? null,
    seats: seats?.names ?? null,
    refundReason,
    refundReturned: together ? together.refundReturned : row.refundReturned,
    paid: payment.paymentStatus,
    paidAt: payment.paidAt === null ? null : toIso(payment.paidAt),
    paymentMethod: payment.paymentMethod,
  }
}
