import { type LedgerKind, type Lines, ledgerKinds } from '#features/ledger/ledger.ts'
import { type SoldAs, soldAsLabels } from '#features/payments/sold-as.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import type { StatementColumn } from './statement-columns.ts'

/** A coach's statement: every change to what the coach earns or was sent, and the sums. Pure. */

/**
 * `gross + fees + refunds = net`; payouts and direct payments are separate. Negative amounts are deductions
 * for the coach.
 */
export interface Amounts {
  /** What students paid for lessons. */
  grossCents: Cents
  /** Greenside's fee: charged, or returned with a refund. */
  feesCents: Cents
  /** Refunds to students. */
  refundsCents: Cents
  /** The change of the coach's share. */
  netCents: Cents
  /** Sent to the coach's account; negative when reversed. */
  paidOutCents: Cents
  /** Paid to the coach in cash or elsewhere, for lessons taught: not through Greenside. */
  directCents: Cents
}

/** A ledger transaction, or a lesson taught that was paid elsewhere. */
export const statementKinds = [...ledgerKinds, 'direct'] as const
export type StatementKind = (typeof statementKinds)[number]

export const amountOf = (amounts: Amounts, column: StatementColumn): Cents =>
  ({
    gross: amounts.grossCents,
    fees: amounts.feesCents,
    refunds: amounts.refundsCents,
    net: amounts.netCents,
    payouts: amounts.paidOutCents,
    direct: amounts.directCents,
  })[column]

/**
 * Converts a ledger transaction to statement amounts. A payment for a package counts for the lesson it was
 * bought with; the rest counts as its lessons are taken. The share of lessons never taken counts when it is
 * sent, after the fee.
 * @returns null when nothing changes for the coach
 */
export function statementAmounts(kind: LedgerKind, lines: Lines): Amounts | null {
  const net = 0 - (lines.coach_held ?? 0)
  const fees = lines.platform_fee ?? 0
  switch (kind) {
    case 'paid':
      return amounts({ gross: (lines.processor_cash ?? 0) + (lines.gift_cards ?? 0), fees, net })
    case 'package_opened':
    case 'credit_used':
      return amounts({ gross: lines.package_held, fees, net })
    case 'credit_returned':
      return amounts({ refunds: lines.package_held, fees, net })
    case 'refund_due':
      return amounts({ refunds: lines.refunds_due, fees, net })
    case 'released':
    case 'reversed': {
      const paidOut = 0 - (lines.processor_cash ?? 0)
      const isUnused = lines.package_held !== undefined
      return isUnused
        ? amounts({ gross: paidOut, fees: 0, net: paidOut, paidOut })
        : amounts({ fees: 0, net: 0, paidOut })
    }
    // The refund kinds only record whether a refund arrived; `package_ended` moves the payment for lessons
    // never taken.
    case 'refunded':
    case 'refund_returned':
    case 'refunded_by_hand':
    case 'package_ended':
      return null
  }
}

function amounts(of: {
  gross?: Cents | undefined
  refunds?: Cents | undefined
  fees: Cents
  net: Cents
  paidOut?: Cents
}): Amounts | null {
  const { gross = 0, refunds = 0, fees, net, paidOut = 0 } = of
  if (gross === 0 && refunds === 0 && fees === 0 && net === 0 && paidOut === 0) return null
  return {
    ...nothing,
    grossCents: gross,
    refundsCents: refunds,
    feesCents: fees,
    netCents: net,
    paidOutCents: paidOut,
  }
}

const nothing: Amounts = {
  grossCents: 0,
  feesCents: 0,
  refundsCents: 0,
  netCents: 0,
  paidOutCents: 0,
  directCents: 0,
}

/** The statement amounts of a lesson that was paid elsewhere. */
export const directAmounts = (priceCents: Cents): Amounts => ({ ...nothing, directCents: priceCents })

/** Sums amounts. */
export const sumOf = (all: readonly Amounts[]): Amounts =>
  all.reduce<Amounts>(
    (sum, one) => ({
      grossCents: sum.grossCents + one.grossCents,
      feesCents: sum.feesCents + one.feesCents,
      refundsCents: sum.refundsCents + one.refundsCents,
      netCents: sum.netCents + one.netCents,
      paidOutCents: sum.paidOutCents + one.paidOutCents,
      directCents: sum.directCents + one.directCents,
    }),
    nothing,
  )

/** What a line is about, and what its money was paid for. */
interface LineAbout {
  kind: StatementKind
  bookingId: string | null
  soldAs: SoldAs
}

/** What was paid: `Lesson paid`, `Video review paid`. */
const paidWords = ({ soldAs }: Pick<LineAbout, 'soldAs'>): string => `${soldAsLabels[soldAs]} paid`

const kindWords: Record<Exclude<StatementKind, 'paid' | 'package_opened'>, string> = {
  credit_used: 'Lesson of a package',
  credit_returned: 'Lesson back in its package',
  refund_due: 'Refund to the student',
  released: 'Sent to your account',
  reversed: 'Taken back from your account',
  refunded: 'Refund arrived',
  refund_returned: 'Refund sent back by the bank',
  refunded_by_hand: 'Refund paid another way',
  package_ended: 'Package ended',
  direct: 'Paid to you in cash or elsewhere',
}

const adminKindWords: Record<Exclude<StatementKind, 'paid'>, string> = {
  ...kindWords,
  package_opened: 'Package opened',
  refund_due: 'Coach’s part of a refund',
  released: 'Sent to the coach’s account',
  reversed: 'Taken back from the coach’s account',
  direct: 'Paid to the coach in cash or elsewhere',
}

/** Describes a line for the coach. */
export function statementWords({ kind, ...line }: LineAbout): string {
  if (kind === 'paid') return paidWords(line)
  if (kind !== 'package_opened') return kindWords[kind]
  // A package can be paid with its first lesson or without.
  return `Kept for the ${line.bookingId ? 'other lessons' : 'lessons'} of the package`
}

/** Describes a line for admins. */
export const adminStatementWords = (line: Pick<LineAbout, 'kind' | 'soldAs'>): string =>
  line.kind === 'paid' ? paidWords(line) : adminKindWords[line.kind]

/**
 * The amount to show for a line: that of the given column, otherwise the change of the coach's share, the
 * payout, or the direct payment.
 */
export function shownAmount(line: Amounts, of?: StatementColumn | undefined): Cents {
  if (of) return amountOf(line, of)
  return line.netCents || line.paidOutCents || line.directCents
}

/** Describes the amount of `shownAmount` for the coach; for a refund it is the coach's part. */
export const shownWords = (line: LineAbout, of?: StatementColumn | undefined): string =>
  line.kind === 'refund_due' && of !== 'refunds'
    ? `${of === 'fees' ? `${siteName}’s` : 'Your'} part of a refund`
    : statementWords(line)

/** Explains how the amount of a line was computed; null when there is nothing to explain. */
export function amountDetail({ grossCents, feesCents, refundsCents }: Amounts): string | null {
  if (grossCents > 0 && feesCents < 0) return `${formatMoney(grossCents)} less ${formatMoney(-feesCents)} fee`
  if (refundsCents >= 0) return null
  const part = feesCents > 0 ? `, ${formatMoney(feesCents)} of it from ${siteName}’s fee` : ''
  return `the student gets ${formatMoney(-refundsCents)} back${part}`
}
