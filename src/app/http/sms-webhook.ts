import type { Context } from 'hono'
import { applyTextStatus } from '#features/notifications/delivery-reports.ts'
import { receiveInboundText } from '#features/notifications/texting/commands.ts'
import type { Services } from '#ports/services.ts'
import { SmsSignatureError } from '#ports/sms/sms.ts'

/** Nothing to say: the provider itself confirms STOP, START and HELP, as carriers demand. */
const NO_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'

/** Texts that people send to our number. Signed by the provider over the address it called and every field. */
export async function answerSmsWebhook(c: Context, services: Services): Promise<Response> {
  const { sms, env, log } = services
  if (!sms) return c.json({ code: 'not_found', message: 'There is nothing at this address.' }, 404)
  const fields = Object.fromEntries(new URLSearchParams(await c.req.text()))
  try {
    const inbound = await sms.readInbound({
      url: `${env.appUrl}/webhooks/sms`,
      fields,
      signature: c.req.header('x-twilio-signature'),
    })
    if (!inbound.id || !/^\+[1-9]\d{6,14}$/.test(inbound.from))
      return c.json({ code: 'bad_input', message: 'This is not a text message.' }, 400)
    const meaning = await receiveInboundText(services, inbound)
    log.info({ text: inbound.id, meaning }, 'a text came in')
    return c.body(NO_REPLY, 200, { 'content-type': 'text/xml; charset=utf-8' })
  } catch (error) {
    if (error instanceof SmsSignatureError)
      return c.json({ code: 'bad_signature', message: error.userMessage }, 400)
    log.error({ err: error }, 'a text could not be taken; the provider will send it again')
    return c.json({ code: 'unavailable', message: 'Please send this again.' }, 503)
  }
}

/** What became of texts that we sent. Signed like those above; told again it changes nothing. */
export async function answerSmsStatusWebhook(c: Context, services: Services): Promise<Response> {
  const { sms, env, log } = services
  if (!sms) return c.json({ code: 'not_found', message: 'There is nothing at this address.' }, 404)
  const fields = Object.fromEntries(new URLSearchParams(await c.req.text()))
  try {
    const status = await sms.readStatus({
      url: `${env.appUrl}/webhooks/sms-status`,
      fields,
      signature: c.req.header('x-twilio-signature'),
    })
    if (!status) return c.body(null, 204)
    const outcome = await applyTextStatus(services, status)
    log.info({ text: status.id, status: status.outcome, outcome }, 'text status')
    return c.body(null, 204)
  } catch (error) {
    if (error instanceof SmsSignatureError)
      return c.json({ code: 'bad_signature', message: error.userMessage }, 400)
    log.error({ err: error }, 'the status of a text could not be taken')
    return c.json({ code: 'unavailable', message: 'Please send this again.' }, 503)
  }
}
