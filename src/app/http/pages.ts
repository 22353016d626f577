import { createRouterClient } from '@orpc/server'
import type { Context } from 'hono'
import { api } from '#app/api.ts'
import { type AnnouncedCache, cachedUntilAnnounced } from '#platform/cached-until-announced.ts'
import type { RequestContext } from '#platform/procedures.ts'
import { serverRequest } from '#platform/server-request.ts'
import type { Services } from '#ports/services.ts'
import { markDemo } from './demo-clock.ts'
import { isForEverybody, isPageAbout, isPublicPage } from './public-pages.ts'
import type { RequestVariables } from './requests.ts'
import { NOBODY_ELSES, newNonce } from './security.ts'
import { answerShared, type SharedPage, sharePage } from './shared-page.ts'

type PageContext = Context<{ Variables: RequestVariables }>
type Draw = (request: Request) => Promise<Response> | Response

/** Open times run out by themselves as the notice a coach wants draws near: a cached page is never older. */
const FIFTEEN_SECONDS = 15_000
const MB = 1024 * 1024

/**
 * Answers with a page. While it is drawn, the API client's calls run in memory as the person who asked. What everybody sees
 * alike, who is not signed in, is drawn once and cached as a whole answer for some seconds.
 */
export function pages(services: Services, draw: Draw) {
  const { env, realtime } = services
  const cache: AnnouncedCache<SharedPage | Response> = cachedUntilAnnounced<SharedPage | Response>({
    realtime,
    topics: ['coaches:', 'coach-slots:'],
    isAbout: isPageAbout,
    weigh: (page) => ('html' in page ? page.html.length + page.gzip.length : null),
    maxBytes: env.PAGE_MEMORY_MB * MB,
    keepMs: FIFTEEN_SECONDS,
  })

  // Whoever develops wants to see what was changed a second ago.
  const isOff = env.PAGE_MEMORY_MB === 0 || env.NODE_ENV === 'development'
  return async (c: PageContext, context: RequestContext<Services>): Promise<Response> => {
    // A browser reads `//name` as another site: such an address leads to ours without the name of any.
    if (/^\/[/\\]/.test(c.req.path))
      return c.redirect(`/${c.req.path.replace(/^[/\\]+/, '')}${new URL(c.req.url).search}`, 308)
    if (isOff || context.actor || !isForEverybody(c.req.raw)) return await drawFor(c, context)
    let mine: Response | undefined
    const page = await cache.find(c.req.url, async () => {
      const nonce = newNonce()
      const drawn = await drawWith(nonce, c.req.raw, context)
      const isShared = drawn.status === 200 && isHtml(drawn) && !drawn.headers.has('set-cookie')
      if (!isShared) {
        c.set('nonce', nonce)
        mine = drawn
        return drawn
      }
      const html = await drawn.text()
      const shared = await sharePage(html, nonce, Object.fromEntries(drawn.headers))
      if (shared) return shared
      c.set('nonce', nonce)
      mine = new Response(html, drawn)
      return mine
    })
    if (mine) return mine
    // Whoever waited for somebody else's answer that cannot be given twice draws another.
    if (!('html' in page)) return await drawFor(c, context)
    c.set('scriptHashes', page.scriptHashes)
    return answerShared(page, {
      ifNoneMatch: c.req.header('if-none-match'),
      acceptEncoding: c.req.header('accept-encoding'),
    })
  }

  async function drawFor(c: PageContext, context: RequestContext<Services>): Promise<Response> {
    const nonce = newNonce()
    c.set('nonce', nonce)
    return await drawWith(nonce, c.req.raw, context)
  }

  async function drawWith(
    nonce: string,
    request: Request,
    context: RequestContext<Services>,
  ): Promise<Response> {
    const response = await serverRequest.run(
      {
        nonce,
        origin: env.appUrl,
        now: services.clock.now(),
        placesBy: services.geocoding.name === 'nominatim' ? 'openstreetmap' : undefined,
        api: createRouterClient(api, { context }),
      },
      () => draw(request),
    )
    const page = await markDemo(response, services.clock)
    for (const cookie of context.answerHeaders.getSetCookie()) page.headers.append('set-cookie', cookie)
    if (isHtml(page))
      page.headers.set(
        'cache-control',
        context.actor || !isPublicPage(request.url) ? NOBODY_ELSES : 'private, no-cache',
      )
    const location = page.headers.get('location')
    if (location) page.headers.set('location', withoutOwnHost(location, request.url))
    return page
  }
}

/** Where to go next on our own site, said without its name: that comes from the request, and anybody can write one. */
function withoutOwnHost(location: string, requestUrl: string): string {
  const to = URL.canParse(location, requestUrl) ? new URL(location, requestUrl) : null
  if (!to || to.host !== new URL(requestUrl).host) return location
  return `/${to.pathname.replace(/^[/\\]+/, '')}${to.search}${to.hash}`
}

const isHtml = (page: Response) => page.headers.get('content-type')?.startsWith('text/html') ?? false
