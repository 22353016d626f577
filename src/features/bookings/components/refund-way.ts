import { formatMoney } from '#platform/money.ts'

/** A refund, and the part of it that goes back to gift cards. */
interface Refund {
  refundCents: number
  giftRefundCents: number
}

/** Where a refund goes, and when it arrives; empty without a refund. */
export function refundWay(as: 'student' | 'coach', { refundCents, giftRefundCents }: Refund): string {
  if (refundCents === 0) return ''
  const isStudent = as === 'student'
  const gift = isStudent ? 'your gift card' : 'the gift card it was paid with'
  const card = isStudent ? 'the card you paid with' : 'the card it was paid with'
  const toCard = `to ${card}, which takes five to ten days to show it.`
  if (giftRefundCents === 0) return `It goes back ${toCard}`
  if (giftRefundCents === refundCents) return `It goes back to ${gift} at once.`
  return `${formatMoney(giftRefundCents)} goes back to ${gift} at once, and ${formatMoney(refundCents - giftRefundCents)} ${toCard}`
}

/** A refund that has started, in brief: `$85 goes back to the card`. */
export function refundStarted({ refundCents, giftRefundCents }: Refund): string {
  const to =
    giftRefundCents === 0
      ? 'the card'
      : giftRefundCents === refundCents
        ? 'the gift card'
        : 'the gift card and the card'
  return `${formatMoney(refundCents)} goes back to ${to}`
}
