import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatMoney } from '#platform/money.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { giftPartOf } from '../gift-card.ts'
import { giftBalanceQuery } from './redeem-gift-card.tsx'

/** Another tab may spend the same money: what is left is read again this often. */
const READ_AGAIN_MS = 15_000

/**
 * Lets a student with gift cards pay a purchase with them. Nothing for others.
 * @param props.what what is bought, such as `the lesson`
 * @param props.onPart receives how much of the price gift cards pay, in cents; must not change between renders
 */
export function UseGiftCard({
  priceCents,
  what,
  onPart,
}: {
  priceCents: number
  what: string
  onPart: (cents: number) => void
}) {
  const [isUsed, setUsed] = useState(true)
  const { data } = useQuery({
    ...giftBalanceQuery,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.balanceCents ? READ_AGAIN_MS : false),
  })
  const most = data?.mayPay ? giftPartOf(priceCents, data.balanceCents) : 0
  const used = isUsed ? most : 0
  useEffect(() => {
    onPart(used)
    return () => onPart(0)
  }, [used, onPart])
  if (!data || most === 0) return null
  return (
    <Checkbox
      checked={isUsed}
      onChange={(event) => setUsed(event.target.checked)}
      label={`Use your gift card: ${formatMoney(most)}`}
      description={
        most === priceCents
          ? `It pays ${what}. ${formatMoney(data.balanceCents - most)} stays on it.`
          : `${formatMoney(priceCents - most)} is paid by card.`
      }
    />
  )
}
