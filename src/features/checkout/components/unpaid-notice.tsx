import { useEffect, useState } from 'react'
import type { CheckoutResult } from '../schema.ts'

/** Confirming a payment usually takes a second or two; after this time the user may not have paid. */
const USUAL_MS = 12_000

/** A link back to the payment, for users who did not pay. Shown when confirmation takes longer than usual. */
export function UnpaidNotice({ result, className }: { result: CheckoutResult; className?: string }) {
  const { state, lesson } = result
  const isWaiting = state === 'processing'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!isWaiting) return
    const timer = setTimeout(() => setLong(true), USUAL_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  if (!isWaiting || !isLong || !lesson.checkoutUrl) return null
  return (
    <a href={lesson.checkoutUrl} className={className}>
      Not paid yet? Continue to payment
    </a>
  )
}
