import { priceChangedText } from '#features/bookings/lesson-choice.ts'
import { Alert } from '#ui/alert.tsx'
import { type ChangedTerm, changedTitles } from './booking-attempt.ts'

/**
 * Shown when the coach changed the price or terms meanwhile: the current values, which one more click
 * accepts.
 */
export function InstantChanged({
  what,
  isAsking,
  priceCents,
  terms,
}: {
  what: ChangedTerm
  /** The current values are still loading. */
  isAsking: boolean
  priceCents: number
  terms: string
}) {
  const title = changedTitles[what]
  if (isAsking)
    return (
      <Alert tone="warning" title={title}>
        Nothing is booked yet. We are loading the current price and terms.
      </Alert>
    )
  if (what === 'price') return <Alert tone="warning">{priceChangedText(priceCents)}</Alert>
  return (
    <Alert tone="warning" title={title}>
      {terms} Nothing is booked yet. Confirm again to continue.
    </Alert>
  )
}
