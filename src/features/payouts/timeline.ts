import { PLATFORM_FEE_PERCENT } from '#features/ledger/fee.ts'
import type { LedgerAccount, LedgerEntry } from '#features/ledger/ledger.ts'
import type { Cents } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'

/** The history of a lesson's money as shown to student, coach and admins. Pure. */
export const timelineKinds = [
  'paid',
  /** The payment for all lessons of a package, with its first lesson. */
  'package_paid',
  /** A lesson of a package was booked or returned: its part of the package's price. */
  'package_drawn',
  'package_returned',
  'fee',
  /**
   * An amount the platform formerly added to a discounted price beyond its fee, and the part that a refund
   * took back.
   */
  'subsidy',
  'subsidy_returned',
  'held',
  'refund_started',
  'fee_returned',
  'share_returned',
  'refunded',
  /** A refund went back to a gift card, at once. */
  'gift_refunded',
  /** A refund came back from the bank after it was sent. */
  'refund_returned',
  /** The refund will be sent again then, or an admin looks for another way. */
  'refund_retry',
  'refund_waits',
  /** The refund was paid outside the processor. */
  'refunded_by_hand',
  'released',
  'reversed',
  /** The refund for untaken lessons of an ended package, shown with its first lesson. */
  'package_refund_started',
  'package_refunded',
  'package_gift_refunded',
  'package_released',
  'package_reversed',
] as const
export type TimelineKind = (typeof timelineKinds)[number]
export type TimelineParty = 'student' | 'coach' | 'admin'

export interface TimelineItem {
  kind: TimelineKind
  /** Milliseconds since 1970, UTC. */
  at: number
  amountCents: Cents
  /**
   * For admins: the change of this lesson's balance, and the balance afterwards. Omitted where an item only
   * shows how an amount is divided, or is about the other lessons of a package.
   */
  changeCents?: Cents
  balanceCents?: Cents
}

const seenBy: Record<'student' | 'coach', (kind: TimelineKind) => boolean> = {
  student: (kind) => /^(paid|package_(paid|drawn|returned)|(package_)?(gift_)?refund.*)$/.test(kind),
  // Hidden from the coach: whether a refund reached the card is between the student and Greenside, and a
  // retry is the same refund.
  coach: (kind) =>
    !/^(package_)?(gift_)?refunded$|^refund_(returned|retry|waits)$|^refunded_by_hand$/.test(kind),
}

/** A refund that came back and was not sent again yet. */
export interface WaitingRefund {
  amountCents: Cents
  /** When it is sent again; null when an admin decides how. Milliseconds since 1970, UTC, as is `since`. */
  retryAt: number | null
  since: number
}

/**
 * Builds the history of a lesson's money as its student, its coach or an admin sees it, from one ledger,
 * followed by the next steps for returned refunds.
 */
export function timelineFor(
  entries: readonly LedgerEntry[],
  party: TimelineParty,
  waiting: readonly WaitingRefund[] = [],
): TimelineItem[] {
  const items = itemsByEntry(entries).flat()
  const next = waiting.map(toItem)
  if (party === 'admin') return withBalance(entries, next)
  const seen = items.filter(({ kind }) => seenBy[party](kind))
  return party === 'student' ? withoutArrived([...seen, ...next]) : seen
}

/** Converts ledger entries to items; entries without relevant amounts have none. */
function itemsByEntry(entries: readonly LedgerEntry[]): TimelineItem[][] {
  const isPackage = entries.some((entry) => entry.kind === 'package_opened')
  return entries.map((entry) =>
    (isPackage ? itemsOfFirstLesson(entry) : itemsOf(entry)).filter((item) => item.amountCents > 0),
  )
}

function toItem({ amountCents, retryAt, since }: WaitingRefund): TimelineItem {
  return { kind: retryAt === null ? 'refund_waits' : 'refund_retry', at: retryAt ?? since, amountCents }
}

/**
 * The first item of each entry gets the change and the balance; the others show how the amount is divided.
 */
function withBalance(entries: readonly LedgerEntry[], next: readonly TimelineItem[]): TimelineItem[] {
  const isPackage = entries.some((entry) => entry.kind === 'package_opened')
  let balanceCents = 0
  const items = itemsByEntry(entries).map((ofEntry, at) => {
    const [movement, ...parts] = ofEntry
    const changeCents = changeOf(entries[at] as LedgerEntry, isPackage)
    balanceCents += changeCents
    return movement && changeCents !== 0 ? [{ ...movement, changeCents, balanceCents }, ...parts] : ofEntry
  })
  return [...items.flat(), ...next]
}

/**
 * The change an entry makes to the balance held for its lesson. Entries about a whole package change nothing.
 */
function changeOf({ kind, lines, isOfPackage }: LedgerEntry, isPackage: boolean): Cents {
  if (isOfPackage || kind === 'package_opened' || kind === 'package_ended') return 0
  if (isPackage && kind === 'paid') return 0
  // What a gift card is worth when it is bought is owed, not paid.
  const gift = lines.gift_cards ?? 0
  const giftCents = kind === 'paid' ? Math.max(0, gift) : kind === 'refunded' ? gift : 0
  return (lines.processor_cash ?? 0) + (lines.package_held ?? 0) + (lines.paid_by_hand ?? 0) + giftCents
}

/**
 * Removes pending refunds that have been sent, or came back and wait, so that each refund appears once. Of a refund of which
 * only a part was sent, such as that of a gift card, the rest is pending.
 */
function withoutArrived(items: readonly TimelineItem[]): TimelineItem[] {
  const sent = { refund_started: 0, package_refund_started: 0 }
  for (const { kind, amountCents } of items) {
    if (toldInstead.includes(kind)) sent.refund_started += amountCents
    if (kind === 'refund_returned') sent.refund_started -= amountCents
    if (kind === 'package_refunded' || kind === 'package_gift_refunded')
      sent.package_refund_started += amountCents
  }
  const pending = items.filter(({ kind, amountCents }) => {
    if (kind !== 'refund_started' && kind !== 'package_refund_started') return true
    const hasArrived = sent[kind] >= amountCents
    if (hasArrived) sent[kind] -= amountCents
    return !hasArrived
  })
  return pending.map((item) => {
    const { kind, amountCents } = item
    if (kind !== 'refund_started' && kind !== 'package_refund_started') return item
    const partCents = Math.max(0, sent[kind])
    sent[kind] = 0
    return { ...item, amountCents: amountCents - partCents }
  })
}

const toldInstead: readonly TimelineKind[] = [
  'refunded',
  'gift_refunded',
  'refunded_by_hand',
  'refund_retry',
  'refund_waits',
]

/**
 * The items of the lesson that a package was paid with: the payment is shown as the package's, and the
 * lesson's own part as drawn from it.
 */
function itemsOfFirstLesson(entry: LedgerEntry): TimelineItem[] {
  const [paid] = itemsOf(entry)
  return entry.kind === 'paid' ? (paid ? [{ ...paid, kind: 'package_paid' }] : []) : itemsOf(entry)
}

/** What was paid for a lesson, by a bank's card and gift cards. The value of a gift card that is bought is no payment. */
const paidCents = ({ processor_cash: cash = 0, gift_cards: gift = 0 }: LedgerEntry['lines']): Cents =>
  cash + Math.max(0, gift)

function itemsOf({ kind, at, lines, isOfPackage }: LedgerEntry): TimelineItem[] {
  const amount = (account: LedgerAccount) => Math.abs(lines[account] ?? 0)
  const item = (as: TimelineKind, account: LedgerAccount): TimelineItem => ({
    kind: as,
    at,
    amountCents: amount(account),
  })
  const fee = lines.platform_fee ?? 0
  switch (kind) {
    case 'paid':
      return [
        { kind: 'paid', at, amountCents: paidCents(lines) },
        item(fee > 0 ? 'subsidy' : 'fee', 'platform_fee'),
        item('held', 'coach_held'),
      ]
    case 'refund_due':
      return [
        item('refund_started', 'refunds_due'),
        item(fee < 0 ? 'subsidy_returned' : 'fee_returned', 'platform_fee'),
        item('share_returned', 'coach_held'),
      ]
    case 'refunded':
      if (lines.gift_cards)
        return [item(isOfPackage ? 'package_gift_refunded' : 'gift_refunded', 'gift_cards')]
      return [item(isOfPackage ? 'package_refunded' : 'refunded', 'processor_cash')]
    case 'refund_returned':
      return [item('refund_returned', 'processor_cash')]
    case 'refunded_by_hand':
      return [item('refunded_by_hand', 'paid_by_hand')]
    case 'released':
      return [item(lines.package_held ? 'package_released' : 'released', 'processor_cash')]
    case 'reversed':
      return [item(lines.package_held ? 'package_reversed' : 'reversed', 'processor_cash')]
    case 'credit_used':
      return [item('package_drawn', 'package_held'), item('fee', 'platform_fee'), item('held', 'coach_held')]
    case 'credit_returned':
      return [
        item('package_returned', 'package_held'),
        item('fee_returned', 'platform_fee'),
        item('share_returned', 'coach_held'),
      ]
    case 'package_ended':
      return [item('package_refund_started', 'refunds_due')]
    // Only moves the payment to the account that lessons are drawn from.
    case 'package_opened':
      return []
  }
}

const wordsFor: Record<'student' | 'coach', Record<TimelineKind, string>> = {
  student: {
    paid: 'You paid',
    package_paid: 'You paid for the whole package',
    package_drawn: 'Paid with your package',
    package_returned: 'Back in your package',
    fee: `${siteName}’s fee`,
    subsidy: `${siteName}’s part of the discount`,
    subsidy_returned: `${siteName}’s part of the discount, taken back`,
    held: 'Held for the coach',
    refund_started: 'Refund on its way to your card',
    fee_returned: `${siteName}’s part of the refund`,
    share_returned: 'The coach’s part of the refund',
    refunded: 'Refund sent to your card',
    gift_refunded: 'Refund back on your gift card',
    refund_returned: 'Your bank sent the refund back to us',
    refund_retry: 'Refund goes to your card again',
    refund_waits: 'Your refund waits: our team writes to you to find another way',
    refunded_by_hand: 'Refund paid to you another way',
    released: 'Paid out to the coach',
    reversed: 'Taken back from the coach',
    package_refund_started: 'Refund for the package’s other lessons on its way to your card',
    package_refunded: 'Refund for the package’s other lessons sent to your card',
    package_gift_refunded: 'Refund for the package’s other lessons back on your gift card',
    package_released: 'Paid out to the coach for the package’s other lessons',
    package_reversed: 'Taken back from the coach for the package’s other lessons',
  },
  coach: {
    paid: 'The student paid',
    package_paid: 'The student paid for the whole package',
    package_drawn: 'Paid with the student’s package',
    package_returned: 'Back in the student’s package',
    fee: `${siteName}’s fee, ${PLATFORM_FEE_PERCENT}%`,
    subsidy: `${siteName}’s part of the discount`,
    subsidy_returned: `${siteName}’s part of the discount, taken back`,
    held: 'Your share, held until after the lesson',
    refund_started: 'Refund to the student',
    fee_returned: `${siteName}’s part of the refund`,
    share_returned: 'Your part of the refund',
    refunded: 'Refund sent to the student’s card',
    gift_refunded: 'Refund back on the student’s gift card',
    refund_returned: 'Refund sent back by the student’s bank',
    refund_retry: 'Refund sent to the student again',
    refund_waits: 'Refund waits for another way',
    refunded_by_hand: 'Refund paid to the student another way',
    released: 'Sent to your account',
    reversed: 'Taken back from your account',
    package_refund_started: 'Refund for the package’s other lessons',
    package_refunded: 'Refund for the package’s other lessons sent to the student’s card',
    package_gift_refunded: 'Refund for the package’s other lessons back on the student’s gift card',
    package_released: 'Sent to your account for the package’s other lessons',
    package_reversed: 'Taken back from your account for the package’s other lessons',
  },
}

/** The text of an item for the student or the coach. */
export const timelineWords = (kind: TimelineKind, as: 'student' | 'coach'): string => wordsFor[as][kind]

const lessForCoach: readonly TimelineKind[] = [
  'fee',
  'package_returned',
  'subsidy_returned',
  'refund_started',
  'share_returned',
  'refunded',
  'refunded_by_hand',
  'reversed',
  'package_refund_started',
  'package_refunded',
  'package_reversed',
]

/** -1 for an amount that is a deduction for the reader, otherwise 1. */
export const timelineSign = (kind: TimelineKind, as: 'student' | 'coach'): 1 | -1 =>
  as === 'coach' && lessForCoach.includes(kind) ? -1 : 1
