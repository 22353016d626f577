import { type LedgerKind, type Lines, ledgerKinds } from '#features/ledger/ledger.ts'
import { type Cents, formatMoney } from '#platform/money.ts'

/** A coach's statement: each change of what she earns or was sent, and what they add up to. Pure. */

/** `gross + fees + refunds = net`; payouts, and what never came through us, are apart from it. Less for the coach is negative. */
export interface Amounts {
  /** What students paid for lessons. */
  grossCents: Cents
  /** Greenside's part: taken, or given back with a refund. */
  feesCents: Cents
  /** What went back to students. */
  refundsCents: Cents
  /** How the coach's share changed. */
  netCents: Cents
  /** Sent to her account; negative where it was taken back. */
  paidOutCents: Cents
  /** Paid to the coach in cash or elsewhere, for lessons taught: no money of ours. */
  directCents: Cents
}

/** A transaction of the books, or a lesson taught that was paid elsewhere. */
export const statementKinds = [...ledgerKinds, 'direct'] as const
export type StatementKind = (typeof statementKinds)[number]

export const statementColumns = ['gross', 'fees', 'refunds', 'net', 'payouts', 'direct'] as const
export type StatementColumn = (typeof statementColumns)[number]

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
 * What one transaction of the books is on a statement. A payment for a package counts for the lesson it is booked with; the rest
 * of it counts as its lessons are taken. Of lessons never taken the share counts when it is sent, after the fee.
 * @returns null where nothing changes for the coach
 */
export function statementAmounts(kind: LedgerKind, lines: Lines): Amounts | null {
  const net = 0 - (lines.coach_held ?? 0)
  const fees = lines.platform_fee ?? 0
  switch (kind) {
    case 'paid':
      return amounts({ gross: lines.processor_cash, fees, net })
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
    // Those of refunds say only whether one arrived; the last moves what was paid for lessons never taken.
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

/** What a lesson that was paid elsewhere is on a statement. */
export const directAmounts = (priceCents: Cents): Amounts => ({ ...nothing, directCents: priceCents })

/** What amounts add up to. */
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

const kindWords: Record<StatementKind, string> = {
  paid: 'Lesson paid',
  package_opened: 'Kept for the other lessons of the package',
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

/** What happened, in words for the coach. */
export const statementWords = (kind: StatementKind): string => kindWords[kind]

/** The amount of one line: of the column it is listed for, else how the coach's share changed, what was sent, or was paid elsewhere. */
export function shownAmount(line: Amounts, of?: StatementColumn | undefined): Cents {
  if (of) return amountOf(line, of)
  return line.netCents || line.paidOutCents || line.directCents
}

/** What `shownAmount` is of, in words for the coach: of a refund, her part is shown. */
export const shownWords = (kind: StatementKind, of?: StatementColumn | undefined): string =>
  kind === 'refund_due' && of !== 'refunds'
    ? `${of === 'fees' ? 'Greenside’s' : 'Your'} part of a refund`
    : kindWords[kind]

/**
 * How the amount of a line came about, or null where there is nothing to explain.
 */
export function amountDetail({ grossCents, feesCents, refundsCents }: Amounts): string | null {
  if (grossCents > 0 && feesCents < 0) return `${formatMoney(grossCents)} less ${formatMoney(-feesCents)} fee`
  if (refundsCents >= 0) return null
  const part = feesCents > 0 ? `, ${formatMoney(feesCents)} of it from Greenside’s fee` : ''
  return `the student gets ${formatMoney(-refundsCents)} back${part}`
}
