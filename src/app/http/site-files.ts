import { type Context, Hono } from 'hono'
import { atomFeed } from '#features/content/atom-feed.ts'
import { listCities } from '#features/content/cities/queries.ts'
import { listPosts } from '#features/content/posts/queries.ts'
import {
  robotsTxt,
  SITEMAP_LIMIT,
  sitemapIndexXml,
  sitemapPart,
  sitemapXml,
} from '#features/content/sitemap.ts'
import { listSitemapEntries } from '#features/content/sitemap-entries.ts'
import { brandColors, inBrandColors } from '#platform/brand.ts'
import { cachedFor } from '#platform/cached-for.ts'
import { isIcon } from '#platform/logo.ts'
import { siteName } from '#platform/site-name.ts'
import type { Services } from '#ports/services.ts'
import { brandStyles } from './brand-styles.ts'
import { siteIcon } from './site-icons.ts'
import manifest from './web-manifest.json' with { type: 'json' }

const TEN_MINUTES = 600_000

/** The files that programs ask a site for: what may be read, what there is, what is new. */
export function siteFiles(services: Services): Hono {
  const files = new Hono()
  const origin = services.env.appUrl
  files.get('/robots.txt', (c) => send(c, 'text/plain', robotsTxt(origin)))
  files.get('/manifest.webmanifest', (c) =>
    send(
      c,
      'application/manifest+json',
      inBrandColors(
        JSON.stringify({ ...manifest, name: `${siteName}: golf lessons near you`, short_name: siteName }),
      ),
    ),
  )
  if (brandColors) {
    const styles = brandStyles(brandColors)
    files.get('/brand.css', (c) => send(c, 'text/css', styles))
  }
  files.get('/:file{[a-z0-9-]+\\.(svg|png)}', async (c, next) => {
    const { path } = c.req
    const icon = isIcon(path) ? await siteIcon(services, services.clock, path) : null
    if (!icon) return await next()
    return c.body(new Uint8Array(icon.content), 200, {
      'content-type': icon.type,
      'cache-control': 'public, max-age=3600',
    })
  })
  files.get('/blog/feed.xml', (c) => send(c, 'application/atom+xml', atomFeed(origin, listPosts())))
  files.get('/sitemap.xml', async (c) => {
    const entries = await readEntries(services, services.clock, 'all')
    const parts = Math.ceil(entries.length / SITEMAP_LIMIT)
    return send(
      c,
      'application/xml',
      parts > 1 ? sitemapIndexXml(origin, parts) : sitemapXml(origin, entries),
    )
  })
  files.get('/:file{sitemap-[1-9][0-9]?\\.xml}', async (c) => {
    const part = Number(/\d+/.exec(c.req.path)?.[0])
    const entries = sitemapPart(await readEntries(services, services.clock, 'all'), part)
    return entries.length > 0 ? send(c, 'application/xml', sitemapXml(origin, entries)) : c.notFound()
  })
  return files
}

const readEntries = cachedFor({ forMs: TEN_MINUTES, atMost: 1 }, async (services: Services, _: 'all') =>
  listSitemapEntries(services.db, {
    posts: listPosts(),
    cities: await listCities(services.db, services.clock),
  }),
)

const send = (c: Context, type: string, text: string) =>
  c.body(text, 200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=600' })
