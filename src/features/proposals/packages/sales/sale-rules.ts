import { and, eq } from 'drizzle-orm'
import { packageTermsText } from '#features/bookings/cancellation/cancellation.ts'
import { isGiftCovered } from '#features/checkout/gift-part.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import type { SaleRules } from '#features/checkout/sale-rules.ts'
import { areBothInUse } from '#features/coaches/coach-and-student.ts'
import { teachingLocations } from '#features/coaches/tables.ts'
import { paidLines, refundDueLines } from '#features/ledger/ledger.ts'
import type { HeldSale } from '#features/payments/held-sale.ts'
import { failSale } from '#features/payments/orders.ts'
import type { Queryable } from '#platform/db.ts'
import { publish } from '#platform/reactions.ts'
import type { TransactionServices } from '#ports/services.ts'
import { announcePackage, announceSaleRefund } from '../emails.ts'
import { openPaidPackage } from '../opening.ts'
import { findPackageOfPayment } from '../queries.ts'
import { packageSales } from '../tables.ts'

/**
 * A package as something that is sold without its first lesson (decision 0158). As for every package, refunds of an opened one are
 * divided among its lessons (`package_refunded`).
 */
export const packageSale: SaleRules<HeldSale> = {
  paidLines: async (_tx, line) => paidLines(line),
  refundDueLines: async (_tx, line, keptCents, refundCents) => refundDueLines(keptCents, refundCents, line),
  fulfill: openSoldPackage,

  async release(_services, tx, line) {
    return await leaveCheckout(tx, line.id)
  },

  async statusChanged() {
    // The package has no payment status of its own.
  },

  async refundOwed() {
    // Nothing was paid to the coach before the package is opened.
  },

  async refundSent(services, tx, line, { cents, refundId }) {
    await announceSaleRefund(services, tx, line.id, { cents, refundId })
  },

  async refundCameBack(services, tx, of, back) {
    if ('bookingId' in of) return void (await publish(services, tx, 'refund_came_back', { ...of, ...back }))
    const packageId = await findPackageOfPayment(tx, of)
    if (packageId) await announcePackage(services, tx, packageId, { news: 'refund_came_back', ...back })
  },

  async refundSentAgain(services, tx, of, sent) {
    if ('bookingId' in of) return void (await publish(services, tx, 'refund_sent_again', { ...of, ...sent }))
    const packageId = await findPackageOfPayment(tx, of)
    if (packageId) await announcePackage(services, tx, packageId, { news: 'refund_sent_again', ...sent })
  },

  async describe(tx, line) {
    const [sale] = await tx
      .select({ title: packageSales.title })
      .from(packageSales)
      .where(eq(packageSales.paymentId, line.id))
    return sale?.title ?? ''
  },
}

/** The payment arrived: the lessons can be booked, unless one of the accounts is no longer in use, or a gift card was spent otherwise. */
async function openSoldPackage(
  services: TransactionServices,
  tx: Queryable,
  line: HeldSale,
): Promise<'confirmed' | 'reclaimed' | 'refund_started'> {
  const [sale] = await tx.select().from(packageSales).where(eq(packageSales.paymentId, line.id)).for('update')
  if (!sale) throw new Error(`payment ${line.id} is for no package`)
  const become = (status: 'opened' | 'refunded') =>
    tx.update(packageSales).set({ status }).where(eq(packageSales.paymentId, line.id))
  const isCovered = await isGiftCovered(services, tx, line)
  if (!isCovered || !(await areBothInUse(tx, sale))) {
    await become('refunded')
    const refund = { amountCents: line.amountCents, reason: 'late_payment' } as const
    await startRefund(services, tx, line, { key: `package:${line.id}`, ...refund })
    return 'refund_started'
  }
  await become('opened')
  const { packageId } = await openPaidPackage(
    tx,
    {
      proposalId: null,
      paymentId: line.id,
      of: { paymentId: line.id },
      instructorId: sale.instructorId,
      studentId: sale.studentId,
      lessonsTotal: sale.lessonsTotal,
      validDays: sale.validDays,
      priceCents: line.amountCents,
      durationMinutes: sale.durationMinutes,
      lessonTitle: sale.title,
      lessonType: sale.lessonType,
      teachingLocationId: await findOnlyPlace(tx, sale.instructorId),
      cancellationPolicy: sale.cancellationPolicy,
    },
    services.clock.now(),
  )
  await announcePackage(services, tx, packageId, {
    news: 'bought',
    paidCents: line.amountCents,
    terms: packageTermsText(sale.cancellationPolicy),
  })
  return sale.status === 'pending' ? 'confirmed' : 'reclaimed'
}

/** The place of a coach who has one; null for several, of which one is chosen with each lesson. */
async function findOnlyPlace(tx: Queryable, instructorId: string): Promise<string | null> {
  const places = await tx
    .select({ id: teachingLocations.id })
    .from(teachingLocations)
    .where(eq(teachingLocations.instructorId, instructorId))
    .limit(2)
  return places.length === 1 ? (places[0]?.id ?? null) : null
}

/**
 * The checkout of a package ended without a payment.
 * @returns false when it had been paid or had ended before
 */
export async function leaveCheckout(tx: Queryable, paymentId: string): Promise<boolean> {
  const left = await tx
    .update(packageSales)
    .set({ status: 'unpaid' })
    .where(and(eq(packageSales.paymentId, paymentId), eq(packageSales.status, 'pending')))
    .returning({ paymentId: packageSales.paymentId })
  if (left.length === 0) return false
  await failSale(tx, paymentId)
  return true
}

declare module '#platform/sale-kinds.ts' {
  interface SaleKinds {
    readonly lesson_package: SaleRules<HeldSale>
  }
}
