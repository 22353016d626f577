import type { Lesson } from '#features/bookings/schema.ts'

export type CheckoutState = 'processing' | 'confirmed' | 'failed' | 'expired' | 'refunded'

/**
 * The state shown on the pages after a payment. It depends only on the booking's state, because opening these
 * pages proves nothing.
 */
export function checkoutState(found: {
  lesson: Pick<Lesson, 'status' | 'paymentStatus' | 'cancelReason'>
  paid: string
}): CheckoutState {
  const { lesson, paid } = found
  if (paid === 'refunded' || paid === 'partially_refunded') return 'refunded'
  if (lesson.status === 'confirmed' || lesson.status === 'completed') return 'confirmed'
  if (lesson.status === 'pending') return 'processing'
  // Cancelled but paid: a refund is pending.
  if (paid === 'completed') return 'refunded'
  return lesson.cancelReason === 'payment_failed' ? 'failed' : 'expired'
}
