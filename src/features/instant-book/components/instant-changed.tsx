import { priceChangedText } from '#features/bookings/lesson-choice.ts'
import { Alert } from '#ui/alert.tsx'

/** The coach changed price or terms while somebody looked at them: what holds now, and that one more click accepts it. */
export function InstantChanged({
  what,
  priceCents,
  terms,
}: {
  what: 'price' | 'policy'
  priceCents: number
  terms: string
}) {
  if (what === 'price') return <Alert tone="warning">{priceChangedText(priceCents)}</Alert>
  return (
    <Alert tone="warning" title="The terms of cancelling have changed">
      {terms} Nothing is booked yet; confirm again to go on with these.
    </Alert>
  )
}
