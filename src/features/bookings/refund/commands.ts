import type { Services } from '#ports/services.ts'
import { lockPayment } from '../payment/queries.ts'

/**
 * Gives back the whole amount of a booking that cannot take place. The key makes a second run harmless;
 * the books follow when the processor's `refunded` event arrives.
 */
export async function refundPayment(services: Services, bookingId: string): Promise<void> {
  const payment = await services.db.transaction((tx) => lockPayment(tx, { bookingId }))
  if (
    !payment?.paymentIntentId ||
    payment.status === 'confirmed' ||
    payment.refundedCents >= payment.amountCents
  )
    return
  await services.payments.refund({
    key: `refund:${payment.id}`,
    paymentIntentId: payment.paymentIntentId,
    amountCents: payment.amountCents,
  })
}
