import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatMoney } from '#platform/money.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { giftPartOf } from '../gift-card.ts'
import { giftBalanceQuery } from './redeem-gift-card.tsx'

/**
 * Lets a student with gift cards pay a lesson with them. Nothing for others.
 * @param isUsed the student's choice
 * @param onPart how much of the price gift cards pay with this choice, in cents
 */
export function UseGiftCard({
  priceCents,
  isUsed,
  onUse,
  onPart,
}: {
  priceCents: number
  isUsed: boolean
  onUse: (isUsed: boolean) => void
  onPart: (cents: number) => void
}) {
  const { data } = useQuery(giftBalanceQuery)
  const part = data ? giftPartOf(priceCents, data.balanceCents) : 0
  const used = isUsed ? part : 0
  useEffect(() => onPart(used), [used, onPart])
  if (!data || part === 0) return null
  const rest = priceCents - part
  return (
    <Checkbox
      checked={isUsed}
      onChange={(event) => onUse(event.target.checked)}
      label={`Use your gift card: ${formatMoney(part)}`}
      description={
        rest === 0
          ? `It pays the lesson. ${formatMoney(data.balanceCents - part)} stays on it.`
          : `${formatMoney(rest)} is paid by card.`
      }
    />
  )
}
