import { priceChangedText } from '#features/bookings/lesson-choice.ts'
import { Alert } from '#ui/alert.tsx'

/** The coach changed price or terms while somebody looked at them: what holds now, and that one more click accepts it. */
export function InstantChanged({
  what,
  isAsking,
  priceCents,
  terms,
}: {
  what: 'price' | 'policy'
  /** What holds now is still being asked for. */
  isAsking: boolean
  priceCents: number
  terms: string
}) {
  const title = what === 'price' ? 'The price has changed' : 'The terms of cancelling have changed'
  if (isAsking)
    return (
      <Alert tone="warning" title={title}>
        Nothing is booked yet. One moment, we are asking what holds now.
      </Alert>
    )
  if (what === 'price') return <Alert tone="warning">{priceChangedText(priceCents)}</Alert>
  return (
    <Alert tone="warning" title={title}>
      {terms} Nothing is booked yet; confirm again to go on with these.
    </Alert>
  )
}
