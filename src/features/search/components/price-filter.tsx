import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '#platform/money.ts'
import { RangeSlider } from '#ui/slider.tsx'
import { priceSlider, snapPrice } from '../search.ts'

/** The debounce delay in milliseconds before the list is updated. */
const REST = 250

const dollars = (position: number) => formatMoney(snapPrice(position) * 100)

/** A price range in dollars per hour. The list is updated when the thumbs stop moving. */
export function PriceFilter({
  low,
  high,
  isAnyPrice,
  onChange,
}: {
  low: number
  high: number
  isAnyPrice: boolean
  onChange: (range: { minPrice: number; maxPrice: number }) => void
}) {
  const [draft, setDraft] = useState<[number, number] | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const settled: [number, number] = isAnyPrice ? [priceSlider.min, priceSlider.max] : [low, high]
  return (
    <RangeSlider
      {...priceSlider}
      label={isAnyPrice && !draft ? 'Any price' : 'Price per hour'}
      format={dollars}
      names={['minPrice', 'maxPrice']}
      value={draft ?? settled}
      onValueChange={(value) => {
        setDraft(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          setDraft(null)
          onChange({ minPrice: snapPrice(value[0]), maxPrice: snapPrice(value[1]) })
        }, REST)
      }}
    />
  )
}
