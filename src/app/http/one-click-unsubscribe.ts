import type { Context } from 'hono'
import { setChoice } from '#features/notifications/preferences/commands.ts'
import {
  findSubscription,
  readUnsubscribeToken,
  setAddressSubscription,
} from '#features/notifications/unsubscribe-links.ts'
import type { Services } from '#ports/services.ts'

/**
 * What the button of a mail program sends (RFC 8058): a POST to the address of List-Unsubscribe, without cookies, with a body
 * that says so. The same address opened in a browser is a page with a button. Before the scripts of the page run, its button sends
 * the same, or `again=yes` to resume the emails.
 */
export async function answerOneClick(c: Context, services: Services): Promise<Response> {
  const body = new URLSearchParams(await c.req.text())
  const what = readUnsubscribeToken(services, c.req.query('token'))
  if (!what || !(await findSubscription(services, what)))
    return c.text('This link is incomplete. Use the link in our latest email.', 404)
  const isOn = body.get('again') === 'yes'
  if (!isOn && body.get('List-Unsubscribe') !== 'One-Click')
    return c.text('Open this address in a browser.', 400)
  if (!(await setAddressSubscription(services, what, isOn)))
    await setChoice(services, what.userId, { kind: what.kind.id, channel: 'email', enabled: isOn })
  return c.text(
    `Done. You will get ${isOn ? 'emails of this kind again' : 'no more emails of this kind'}.`,
    200,
  )
}
