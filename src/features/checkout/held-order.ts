import { lockPayment, lockPayments } from '#features/bookings/held-payment.ts'
import type { MoneyOf } from '#features/ledger/ledger.ts'
import { type HeldSale, lockSales } from '#features/payments/held-sale.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import type { HeldLine } from './sale-rules.ts'

/**
 * Locks all payments of an order until the end of the transaction: those for lessons with their bookings, then the others.
 * @returns an empty list when there is no such order
 */
export async function lockOrder(
  services: Pick<Services, 'answers'>,
  tx: Queryable,
  by: { orderId: string } | { paymentIntentId: string },
): Promise<HeldLine[]> {
  const lessons = await lockPayments(services, tx, by)
  const sales = await lockSales(tx, by)
  return [...lessons, ...(await Promise.all(sales.map((sale) => withPackage(services, tx, sale))))]
}

/** Locks the payment of a lesson, or one without a booking; null when it does not exist. */
export async function lockLine(
  services: Pick<Services, 'answers'>,
  tx: Queryable,
  of: MoneyOf,
): Promise<HeldLine | null> {
  if ('bookingId' in of) return await lockPayment(services, tx, of)
  const [sale] = await lockSales(tx, of)
  return sale ? await withPackage(services, tx, sale) : null
}

const withPackage = async (
  { answers }: Pick<Services, 'answers'>,
  tx: Queryable,
  sale: HeldSale,
): Promise<HeldSale> => ({ ...sale, packageId: await answers.package_of_payment(tx, { paymentId: sale.id }) })
