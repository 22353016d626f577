import type { HeldPayment } from '#features/bookings/held-payment.ts'
import type { Lines, MoneyOf } from '#features/ledger/ledger.ts'
import type { HeldSale } from '#features/payments/held-sale.ts'
import type { RefundReason } from '#features/payments/refund.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { TransactionServices } from '#ports/services.ts'

/** A payment of an order, locked: for a lesson, with its booking, or for something without one (decision 0135). */
export type HeldLine = HeldPayment | HeldSale

/** A part of a payment that went back, or is on its way. */
export interface ReturnedPart {
  cents: Cents
  /** The processor's id of the refund. */
  refundId: string
}

/** A refund that the payer's bank returned; `retryAt` in milliseconds since 1970, UTC, null when an admin decides. */
export interface CameBack extends ReturnedPart {
  endedAs: 'failed' | 'canceled'
  retryAt: number | null
}

/**
 * What checkout needs to know of one kind of things that are sold. `app/sale-kinds.ts` lists the rules of each kind. All
 * functions run in the transaction that holds the lock of the payment.
 */
export interface SaleRules<Line extends HeldLine> {
  /** How a paid amount is divided among the accounts of the books. The lines sum to zero. */
  paidLines(tx: Queryable, line: Line): Promise<Lines>
  /**
   * From which accounts a refund is taken. The lines sum to zero.
   * @param keptCents what was paid and not owed back before
   */
  refundDueLines(tx: Queryable, line: Line, keptCents: Cents, refundCents: Cents): Promise<Lines>
  /** The payment arrived, and is in the books: hands over what was bought, or requests the refund when it came too late. */
  fulfill(
    services: TransactionServices,
    tx: Queryable,
    line: Line,
  ): Promise<'confirmed' | 'reclaimed' | 'refund_started'>
  /** The checkout ended without a payment. @returns false when nothing was held any more */
  release(
    services: TransactionServices,
    tx: Queryable,
    line: Line,
    ended: 'checkout_expired' | 'payment_failed',
  ): Promise<boolean>
  /** The status of the payment changed by a refund. */
  statusChanged(tx: Queryable, line: Line, status: Line['paymentStatus']): Promise<void>
  /** A part of the payment is to be refunded. @param lines from which accounts it was taken */
  refundOwed(services: TransactionServices, tx: Queryable, line: Line, lines: Lines): Promise<void>
  /** A refund was sent that no other letter announced. */
  refundSent(
    services: TransactionServices,
    tx: Queryable,
    line: Line,
    sent: ReturnedPart & { reason: RefundReason | null },
  ): Promise<void>
  /** A refund was returned. @param of the lesson or payment that it was for */
  refundCameBack(services: TransactionServices, tx: Queryable, of: MoneyOf, back: CameBack): Promise<void>
  /** A returned refund was sent again. */
  refundSentAgain(
    services: TransactionServices,
    tx: Queryable,
    of: MoneyOf,
    sent: ReturnedPart,
  ): Promise<void>
  /** What was bought, as admins read it in a dispute. */
  describe(tx: Queryable, line: Line): Promise<string>
}

/** The rules of a payment's kind. */
export function rulesOf(
  { saleKinds }: Pick<TransactionServices, 'saleKinds'>,
  { kind }: HeldLine,
): SaleRules<HeldLine> {
  const kinds: { readonly [kind: string]: SaleRules<HeldLine> | undefined } = { ...saleKinds }
  const rules = kinds[kind]
  if (!rules) throw new Error(`nothing is sold as ${kind}`)
  return rules
}

/** What the money of a payment belongs to in the books. */
export const moneyOf = (line: HeldLine): MoneyOf =>
  line.bookingId === null ? { paymentId: line.id } : { bookingId: line.bookingId }

/** What a refund is for; of a package's payment, each lesson has its own refunds. */
export const moneyOfRefund = (refund: { bookingId: string | null; paymentId: string }): MoneyOf =>
  refund.bookingId === null ? { paymentId: refund.paymentId } : { bookingId: refund.bookingId }

declare module '#platform/sale-kinds.ts' {
  interface SaleKinds {
    readonly lesson: SaleRules<HeldPayment>
  }
}
