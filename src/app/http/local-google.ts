import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { Actor } from '#platform/actor.ts'
import { formatMoment } from '#platform/time.ts'
import {
  type LocalCalendar,
  type LocalEntry,
  localCalendarPath,
  localCalendars,
  localConsentPath,
} from '#ports/calendar/local.ts'
import type { Services } from '#ports/services.ts'
import { localVendorPage } from './local-vendor-page.ts'
import type { RequestVariables } from './requests.ts'
import { newNonce } from './security.ts'

const ZONE = 'America/New_York'
const SHOWN_DAYS = 21

const questionSchema = z.object({
  state: z.string().min(1).max(200),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  redirect_uri: z.string().max(500),
})
const answerSchema = questionSchema.extend({
  answer: z.enum(['allow', 'deny']),
  may_read: z.literal('on').optional(),
  may_write: z.literal('on').optional(),
})

/**
 * The pages of the local Google Calendar double: one asks for access, one shows the calendars. Every signed-in user has a separate account.
 * Available only in a demo without real Google settings.
 */
export function localGoogle(
  { env, clock }: Services,
  google: LocalCalendar,
  actorOf: (c: Context<{ Variables: RequestVariables }>) => Promise<Actor | null>,
) {
  const routes = new Hono<{ Variables: RequestVariables }>()
  const page = (c: Context<{ Variables: RequestVariables }>, title: string, body: unknown) => {
    const nonce = newNonce()
    c.set('nonce', nonce)
    return c.html(localVendorPage(title, body, nonce))
  }
  const isOurs = (redirectUri: string) => redirectUri === `${env.appUrl}/availability`

  routes.get(localConsentPath, async (c) => {
    const actor = await actorOf(c)
    const question = questionSchema.safeParse(c.req.query())
    if (!question.success || !isOurs(question.data.redirect_uri))
      return page(
        c,
        'Google Calendar',
        html`<h1>Nothing was asked</h1><p>Begin in <a href="/availability?part=calendars">your availability</a>.</p>`,
      )
    if (!actor) return page(c, 'Google Calendar', html`<h1>Please sign in first</h1>`)
    return page(c, 'Allow Greenside', consent(actor.email, question.data))
  })

  routes.post(localConsentPath, async (c) => {
    const actor = await actorOf(c)
    const form = await c.req.formData().catch(() => new FormData())
    const sent = answerSchema.safeParse(Object.fromEntries(form))
    if (!actor || !sent.success || !isOurs(sent.data.redirect_uri))
      return c.redirect('/availability?part=calendars', 303)
    const { state, redirect_uri: redirectUri, code_challenge: codeChallenge, answer } = sent.data
    const back = new URL(redirectUri)
    back.searchParams.set('state', state)
    if (answer === 'deny') back.searchParams.set('error', 'access_denied')
    else {
      const code = await google.allow({
        account: actor.email,
        codeChallenge,
        redirectUri,
        mayRead: sent.data.may_read === 'on',
        mayWrite: sent.data.may_write === 'on',
      })
      back.searchParams.set('code', code)
    }
    return c.redirect(back.href, 303)
  })

  routes.get(localCalendarPath, async (c) => {
    const actor = await actorOf(c)
    if (!actor) return page(c, 'Google Calendar', html`<h1>Please sign in first</h1>`)
    const now = clock.now()
    const entries = await google.listEntries(actor.email, { start: now, end: now + SHOWN_DAYS * 86_400_000 })
    return page(c, 'Google Calendar', calendarPage(actor.email, entries))
  })

  routes.post(`${localCalendarPath}/withdrawals`, async (c) => {
    const actor = await actorOf(c)
    if (actor) await google.withdraw(actor.email)
    return c.redirect(localCalendarPath, 303)
  })
  return routes
}

const consent = (account: string, question: z.infer<typeof questionSchema>) => html`
  <p class="quiet">A stand-in for Google: no account is needed, and nothing leaves this machine.</p>
  <h1>Greenside wants access to your calendars</h1>
  <p>Account <b>${account}</b></p>
  <form method="post" action="${localConsentPath}">
    ${Object.entries(question).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <label><input type="checkbox" name="may_read" checked> See the list of your calendars and when you are busy</label>
    <label><input type="checkbox" name="may_write" checked> Write events to calendars you own</label>
    <div class="row"><button name="answer" value="allow" class="main">Allow</button><button name="answer" value="deny">Cancel</button></div>
  </form>`

function calendarPage(account: string, entries: readonly LocalEntry[]) {
  const names = new Map(localCalendars(account).map(({ id, name }) => [id, name]))
  const line = ({ title, place, start, calendarId, isWritten }: LocalEntry) =>
    html`<li><b>${title}</b>${isWritten ? html` <span class="mark">written by Greenside</span>` : ''}<br>
      ${formatMoment(start, ZONE)} <span class="quiet">· ${names.get(calendarId) ?? calendarId}${place ? ` · ${place}` : ''}</span></li>`
  return html`<p class="quiet">A stand-in for Google: nothing leaves this machine.</p>
    <h1>Calendars of ${account}</h1>
    <p><a href="/availability?part=calendars">Back to your availability</a></p>
    ${entries.length > 0 ? html`<ul>${entries.map(line)}</ul>` : html`<p>Nothing in the coming three weeks.</p>`}
    <h2>Access</h2><p>Takes Greenside’s access away, as people do in their Google account.</p>
    <form method="post" action="${localCalendarPath}/withdrawals"><button>Withdraw access</button></form>`
}
