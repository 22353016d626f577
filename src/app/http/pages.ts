import { createRouterClient } from '@orpc/server'
import type { Context } from 'hono'
import { api } from '#app/api.ts'
import { brandColors, inBrandColor, PINE } from '#platform/brand.ts'
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

/** Open times expire as the required notice approaches, so a cached page must never be older. */
const FIFTEEN_SECONDS = 15_000
const MB = 1024 * 1024

/**
 * Renders pages. During rendering, API calls run in memory on behalf of the user. A page that is the same for all visitors is rendered
 * once, and its whole response is cached for some seconds.
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

  // In development, changes must be visible immediately.
  const isOff = env.PAGE_MEMORY_MB === 0 || env.NODE_ENV === 'development'
  return async (c: PageContext, context: RequestContext<Services>): Promise<Response> => {
    // Browsers treat `//name` as another host, so such a path is redirected to a path on our own site.
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
    // The request waited for another visitor's rendering, whose result cannot be shared: render again.
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
        brand: brandColors ? inBrandColor(PINE) : undefined,
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

/** Returns a redirect target on our own site without the host. The host comes from the request, so a client can forge it. */
function withoutOwnHost(location: string, requestUrl: string): string {
  const to = URL.canParse(location, requestUrl) ? new URL(location, requestUrl) : null
  if (!to || to.host !== new URL(requestUrl).host) return location
  return `/${to.pathname.replace(/^[/\\]+/, '')}${to.search}${to.hash}`
}

const isHtml = (page: Response) => page.headers.get('content-type')?.startsWith('text/html') ?? false
