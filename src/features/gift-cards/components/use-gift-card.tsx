import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { formatMoney } from '#platform/money.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { giftPartOf } from '../gift-card.ts'
import { giftBalanceQuery } from './redeem-gift-card.tsx'

/** Another tab may spend the same money: the balance is read again this often. */
const READ_AGAIN_MS = 15_000

/**
 * Lets a student with gift cards pay a lesson with them. Nothing for others.
 * @param part receives how much of the price gift cards pay, in cents
 */
export function UseGiftCard({ priceCents, part }: { priceCents: number; part: RefObject<number> }) {
  const [isUsed, setUsed] = useState(true)
  const { data } = useQuery({ ...giftBalanceQuery, staleTime: 0, refetchInterval: READ_AGAIN_MS })
  const most = data ? giftPartOf(priceCents, data.balanceCents) : 0
  const used = isUsed ? most : 0
  useEffect(() => {
    part.current = used
    return () => {
      part.current = 0
    }
  }, [used, part])
  if (!data || most === 0) return null
  return (
    <Checkbox
      checked={isUsed}
      onChange={(event) => setUsed(event.target.checked)}
      label={`Use your gift card: ${formatMoney(most)}`}
      description={
        most === priceCents
          ? `It pays the lesson. ${formatMoney(data.balanceCents - most)} stays on it.`
          : `${formatMoney(priceCents - most)} is paid by card.`
      }
    />
  )
}
