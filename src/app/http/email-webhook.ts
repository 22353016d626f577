import type { Context } from 'hono'
import { applyEmailEvent } from '#features/notifications/delivery-reports.ts'
import { EmailSignatureError } from '#ports/email/email.ts'
import type { Services } from '#ports/services.ts'

/**
 * What the mail provider tells of letters: that they arrived, came back, or were called spam. One that was seen before is
 * acknowledged and changes nothing; one that we could not store comes again.
 */
export async function answerEmailWebhook(c: Context, services: Services): Promise<Response> {
  const { email, clock, log } = services
  if (!email.readEvent)
    return c.json({ code: 'not_found', message: 'There is nothing at this address.' }, 404)
  try {
    const event = email.readEvent(await c.req.text(), clock.now())
    if (!event) return c.json({ received: true, outcome: 'not_ours' })
    const outcome = await applyEmailEvent(services, event)
    log.info({ event: event.id, type: event.outcome, outcome }, 'email event')
    return c.json({ received: true, outcome })
  } catch (error) {
    // 406 is what Mailgun takes for "do not send it again".
    if (error instanceof EmailSignatureError)
      return c.json({ code: 'bad_signature', message: error.userMessage }, 406)
    log.error({ err: error }, 'an email event could not be taken; the provider will send it again')
    return c.json({ code: 'unavailable', message: 'Please send this event again.' }, 503)
  }
}
