import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { checkForecasts } from '#features/rain-checks/forecasts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Clock } from '#platform/clock.ts'
import { HOUR } from '#platform/duration.ts'
import { formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { isDemoClock, moveDemoClock } from '../demo-clock.ts'
import { listUpcoming } from '../demo-upcoming.ts'
import { brewStorm } from '../demo-weather.ts'
import type { RequestVariables } from './requests.ts'
import { newNonce } from './security.ts'

const stepSchema = z.object({ by: z.enum(['hour', 'day', 'next']) })

/**
 * Reads and moves the clock of a demo, and changes its weather: a page for people, JSON for the bar. Only a demo has these addresses, and only people
 * who are signed in move it.
 */
export function demoClockRoutes(
  services: Services,
  actorOf: (c: Context<{ Variables: RequestVariables }>) => Promise<Actor | null>,
) {
  const { clock, db } = services
  const routes = new Hono<{ Variables: RequestVariables }>()
  if (!isDemoClock(clock)) return routes
  let moving: Promise<number> | undefined

  const upcomingFor = async (actor: Actor | null) => (actor ? await listUpcoming(db, actor, clock.now()) : [])

  routes.get('/dev/clock', async (c) => {
    const actor = await actorOf(c)
    const upcoming = await upcomingFor(actor)
    if (c.req.header('accept')?.includes('application/json'))
      return c.json({ now: clock.now(), next: upcoming[0] ?? null })
    const nonce = newNonce()
    c.set('nonce', nonce)
    return c.html(clockPage({ now: clock.now(), isSignedIn: actor !== null, upcoming, nonce }))
  })

  routes.post('/dev/clock', async (c) => {
    const actor = await actorOf(c)
    if (!actor) return c.json({ code: 'not_signed_in', message: 'Please sign in to move the clock.' }, 401)
    const isJson = c.req.header('content-type')?.includes('application/json')
    const sent = isJson ? await c.req.json().catch(() => null) : Object.fromEntries(await c.req.formData())
    const step = stepSchema.safeParse(sent)
    if (!step.success) return c.json({ code: 'bad_input', message: 'Say hour, day or next.' }, 400)
    // Two at once move it by one step after the other.
    await moving?.catch(() => undefined)
    const next = step.data.by === 'next' ? (await upcomingFor(actor))[0] : undefined
    if (step.data.by === 'next' && !next)
      return c.json({ code: 'nothing_next', message: 'Nothing is coming up. Book a lesson first.' }, 409)
    const by = step.data.by === 'day' ? 24 * HOUR : HOUR
    moving = moveDemoClock(services, clock, next?.at ?? clock.now() + by)
    const now = await moving
    return isJson
      ? c.json({ now, next: (await upcomingFor(actor))[0] ?? null })
      : c.redirect('/dev/clock', 303)
  })

  routes.post('/dev/weather', async (c) => {
    const actor = await actorOf(c)
    if (!actor)
      return c.json({ code: 'not_signed_in', message: 'Please sign in to change the weather.' }, 401)
    const isMade = await brewStorm(db, actor.userId, clock.now())
    const isJson = c.req.header('content-type')?.includes('application/json')
    if (!isMade) return c.json({ code: 'nothing_next', message: 'You have no lesson within 48 hours.' }, 409)
    // The worker reads the forecasts once a minute; users of a demo see the offers at once.
    await checkForecasts(services)
    return isJson ? c.json({ ok: true }) : c.redirect('/dev/clock', 303)
  })
  return routes
}

/** Tells the browser, in a demo only, that there is a clock to move, and how far it is ahead of the machine's. */
export async function markDemo(page: Response, clock: Clock): Promise<Response> {
  if (!isDemoClock(clock) || !page.headers.get('content-type')?.startsWith('text/html'))
    return new Response(page.body, page)
  const text = await page.text()
  return new Response(text.replace('<html ', `<html data-clock-ahead="${clock.aheadMs}" `), page)
}

function clockPage(shown: {
  now: number
  isSignedIn: boolean
  upcoming: Awaited<ReturnType<typeof listUpcoming>>
  nonce: string
}) {
  const { now, isSignedIn, upcoming, nonce } = shown
  const step = (by: string, label: string) =>
    html`<button name="by" value="${by}" ${by === 'next' && upcoming.length === 0 ? 'disabled' : ''}>${label}</button>`
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Clock · Greenside</title>
    <meta name="viewport" content="width=device-width">
    <style nonce="${nonce}">body{font:16px/1.5 system-ui;max-width:52rem;margin:2rem auto;padding:0 1rem;background:#fbf8f2;color:#1b1f1d}
    form{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}button{font:inherit;min-height:44px;padding:0 1rem;border:1px solid #10291f;border-radius:10px;background:#fff}
    button:disabled{opacity:.5}li{margin:.25rem 0}</style></head>
    <body><h1>Clock</h1><p>In this demo it is <b>${formatMoment(now, 'America/New_York')}</b>. Moving the clock forward does
    what comes due on the way: reminders, completed lessons, payouts, reviews. It cannot go back.</p>
    ${
      isSignedIn
        ? html`<form method="post" action="/dev/clock">${step('next', 'To what happens next')}${step('hour', 'One hour forward')}${step('day', 'One day forward')}</form>
          <h2>What happens next to your lessons</h2>
          ${
            upcoming.length > 0
              ? html`<ul>${upcoming.map(({ what, at, zone }) => html`<li>${formatMoment(at, zone)}: ${what}</li>`)}</ul>`
              : html`<p>Nothing is coming up. Book a lesson and come back.</p>`
          }
          <h2>Weather</h2><p>It is fair everywhere. A storm comes over the place and the day of your next lesson within 48 hours, and
          the lesson’s student and coach are told about the forecast.</p><form method="post" action="/dev/weather"><button>Bring a storm</button></form>`
        : html`<p><a href="/auth?redirect=/dev/clock">Sign in</a> to move it.</p>`
    }</body></html>`
}
