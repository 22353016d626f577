import { useEffect, useState } from 'react'
import type { CheckoutResult } from '../schema.ts'

/** Confirming a payment takes a second or two; only after so long somebody may not have paid at all. */
const USUAL_MS = 12_000

/** The way back to the payment, for people who came here without paying: shown once confirming takes longer than usual. */
export function StillUnpaid({ result, className }: { result: CheckoutResult; className?: string }) {
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
      Not paid yet? Go on to the payment
    </a>
  )
}
