import { createRouterClient } from '@orpc/server'
import { Hono } from 'hono'
import { api } from '#app/api.ts'
import { settleChoice } from '#features/bookings/lesson-choice.ts'
import { readLessonChoice } from '#features/bookings/lesson-choice-params.ts'
import { asKind, bookableKinds } from '#features/bookings/lesson-kinds.ts'
import { type EmbedTheme, embedThemes } from '#features/embed/embed.ts'
import { drawPanel, drawWords } from '#features/embed/panel.ts'
import { panelHashes, panelPage } from '#features/embed/panel-page.ts'
import { readProblem } from '#platform/api-problem.ts'
import { choiceParam, textParam } from '#platform/search-params.ts'
import type { Services } from '#ports/services.ts'
import type { RequestVariables } from './requests.ts'

/** The same caching as other public pages, in seconds; the panel does not depend on a session. */
const CACHED = 'public, max-age=0, s-maxage=15, must-revalidate'

/**
 * The booking panel of a coach for an iframe on her own site; the only page that other sites may frame. It is always rendered for an
 * anonymous visitor: cookies are ignored.
 */
export function embeds(services: Services): Hono<{ Variables: RequestVariables }> {
  const app = new Hono<{ Variables: RequestVariables }>()
  app.get('/embed/:coachId', async (c) => {
    const raw = c.req.query()
    const theme = choiceParam(embedThemes, raw.theme) ?? 'auto'
    const { log } = services
    const client = createRouterClient(api, {
      context: {
        services,
        actor: null,
        log,
        requestId: c.get('requestId'),
        ip: c.get('ip'),
        request: new Request(c.req.url),
        answerHeaders: new Headers(),
      },
    })
    c.set('framed', panelHashes)
    c.header('x-robots-tag', 'noindex')
    // The sandboxed frame has an opaque origin, so its own requests are cross-origin.
    c.header('access-control-allow-origin', '*')
    try {
      const coach = await client.coaches.profile({ instructorId: c.req.param('coachId') })
      const choice = readLessonChoice(raw)
      const offers = await client.proposals.packageOffers({ instructorId: coach.id, offerId: choice.package })
      const offer = offers.find(({ id }) => id === choice.package)
      const kinds = bookableKinds(coach)
      const kind = offer ? undefined : kinds.find(({ type }) => type === choice.kind)
      const single = settleChoice(asKind(coach, kind?.type), choice)
      const { locationId } = single
      const durationMinutes = offer?.durationMinutes ?? single.durationMinutes
      const list = await client.checkout.slots({
        instructorId: coach.id,
        locationId,
        durationMinutes,
        packageOfferId: offer?.id,
      })
      const clinics = await client.clinics.ofCoach({ instructorId: coach.id })
      const month = textParam(raw.month)
      const panel = drawPanel({
        coach,
        list,
        locationId,
        durationMinutes,
        kinds,
        kind,
        offers,
        offer,
        clinics,
        theme,
        date: choice.date,
        month,
      })
      c.header('cache-control', CACHED)
      return c.html(await panelPage({ title: `Book a lesson with ${coach.name}`, theme, panel }))
    } catch (error) {
      if (!['no_such_coach', 'bad_input'].includes(readProblem(error).code)) {
        log.error({ err: error, requestId: c.get('requestId') }, 'a panel could not be drawn')
        return c.html(
          await wordsPage(theme, 'Open times cannot be shown right now', 'Please try again in a minute.'),
          503,
        )
      }
      return c.html(
        await wordsPage(theme, 'This coach takes no bookings here', 'The page is hidden or has moved.'),
        404,
      )
    }
  })
  return app
}

const wordsPage = (theme: EmbedTheme, title: string, text: string) =>
  panelPage({ title, theme, panel: drawWords(title, text) })
