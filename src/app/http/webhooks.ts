import type { Context } from 'hono'
import { applyPaymentEvent, PaymentNotKnownYet } from '#features/checkout/payment-events.ts'
import { PaymentSignatureError } from '#ports/payments/payments.ts'
import type { Services } from '#ports/services.ts'

/**
 * The payment processor's events. Signed over the raw body; an event that was seen before is acknowledged and changes
 * nothing; one that we could not store is answered with an error, so that the processor sends it again.
 */
export async function answerPaymentWebhook(c: Context, services: Services): Promise<Response> {
  const body = await c.req.text()
  try {
    const event = services.payments.readEvent(body, c.req.header('stripe-signature'), services.clock.now())
    if (!event) return c.json({ received: true, outcome: 'not_ours' })
    const outcome = await applyPaymentEvent(services, event)
    services.log.info({ event: event.id, type: event.type, outcome }, 'payment event')
    return c.json({ received: true, outcome })
  } catch (error) {
    if (error instanceof PaymentSignatureError) {
      services.log.warn(
        'an event of payments was refused: its signature fits no secret of STRIPE_WEBHOOK_SECRET. A lesson that was paid is not confirmed while the processor signs with another one',
      )
      return c.json({ code: 'bad_signature', message: 'The signature of this event is not valid.' }, 400)
    }
    if (error instanceof PaymentNotKnownYet)
      return c.json({ code: 'not_yet', message: 'Please send this event again later.' }, 503)
    services.log.error(
      { err: error },
      'a payment event could not be applied; the processor will send it again',
    )
    return c.json({ code: 'unavailable', message: 'Please send this event again.' }, 503)
  }
}
