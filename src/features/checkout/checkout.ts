import type { Lesson } from '#features/bookings/schema.ts'

export type CheckoutState = 'processing' | 'confirmed' | 'failed' | 'expired' | 'refunded'

/**
 * What the pages after a payment say. Opening them proves nothing: only the booking's own state counts.
 */
export function checkoutState(found: {
  lesson: Pick<Lesson, 'status' | 'paymentStatus' | 'cancelReason'>
  paid: string
}): CheckoutState {
  const { lesson, paid } = found
  if (paid === 'refunded' || paid === 'partially_refunded') return 'refunded'
  if (lesson.status === 'confirmed' || lesson.status === 'completed') return 'confirmed'
  if (lesson.status === 'pending') return 'processing'
  // Cancelled but paid: the money is on its way back.
  if (paid === 'completed') return 'refunded'
  return lesson.cancelReason === 'payment_failed' ? 'failed' : 'expired'
}
