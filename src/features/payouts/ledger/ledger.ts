import { type Cents, proportion } from '#platform/money.ts'

/** The books: which accounts there are and how each event moves money between them. Pure. */
export const ledgerAccounts = ['processor_cash', 'coach_held', 'platform_fee', 'refunds_due'] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

export const ledgerKinds = ['paid', 'refund_due', 'refunded', 'released', 'reversed'] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/** Cents to each account; they sum to nothing. What we owe to somebody is negative. */
export type Lines = Partial<Record<LedgerAccount, Cents>>

const PLATFORM_FEE_PERCENT = 10

/** Our part of what a student paid and keeps paid, rounded half up. */
export const platformFee = (keptCents: Cents): Cents => proportion(keptCents, PLATFORM_FEE_PERCENT, 100)

/** The coach's part of the same. */
export const coachShare = (keptCents: Cents): Cents => keptCents - platformFee(keptCents)

/** A student paid: the coach's share is held until after the lesson. */
export const paidLines = (amountCents: Cents): Lines => ({
  processor_cash: amountCents,
  coach_held: -coachShare(amountCents),
  platform_fee: -platformFee(amountCents),
})

/**
 * We owe a refund: taken from coach and platform so that each is left with its part of what is still paid.
 * @param keptCents what was paid and not owed back before
 */
export function refundDueLines(keptCents: Cents, refundCents: Cents): Lines {
  const left = keptCents - refundCents
  return {
    coach_held: coachShare(keptCents) - coachShare(left),
    platform_fee: platformFee(keptCents) - platformFee(left),
    refunds_due: -refundCents,
  }
}

/** The processor sent a refund. */
export const refundedLines = (cents: Cents): Lines => ({ refunds_due: cents, processor_cash: -cents })

/** The coach was paid. */
export const releasedLines = (cents: Cents): Lines => ({ coach_held: cents, processor_cash: -cents })

/** The coach gave back, because the student was refunded later. */
export const reversedLines = (cents: Cents): Lines => ({ processor_cash: cents, coach_held: -cents })

export interface LedgerEntry {
  kind: LedgerKind
  /** Milliseconds since 1970, UTC. */
  at: number
  lines: Lines
}

export const timelineKinds = [
  'paid',
  'fee',
  'held',
  'refund_started',
  'fee_returned',
  'share_returned',
  'refunded',
  'released',
  'reversed',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

export interface TimelineItem {
  kind: TimelineKind
  /** Milliseconds since 1970, UTC. */
  at: number
  amountCents: Cents
}

const seenByStudent: readonly TimelineKind[] = ['paid', 'refund_started', 'refunded']

/** What happened to the money of a lesson, as its student, its coach or an admin sees it: one history, from one set of books. */
export function timelineFor(
  entries: readonly LedgerEntry[],
  party: 'student' | 'coach' | 'admin',
): TimelineItem[] {
  return entries
    .flatMap(itemsOf)
    .filter((item) => item.amountCents > 0 && (party !== 'student' || seenByStudent.includes(item.kind)))
}

function itemsOf({ kind, at, lines }: LedgerEntry): TimelineItem[] {
  const amount = (account: LedgerAccount) => Math.abs(lines[account] ?? 0)
  const item = (as: TimelineKind, account: LedgerAccount) => ({ kind: as, at, amountCents: amount(account) })
  switch (kind) {
    case 'paid':
      return [item('paid', 'processor_cash'), item('fee', 'platform_fee'), item('held', 'coach_held')]
    case 'refund_due':
      return [
        item('refund_started', 'refunds_due'),
        item('fee_returned', 'platform_fee'),
        item('share_returned', 'coach_held'),
      ]
    case 'refunded':
      return [item('refunded', 'processor_cash')]
    case 'released':
      return [item('released', 'processor_cash')]
    case 'reversed':
      return [item('reversed', 'processor_cash')]
  }
}
