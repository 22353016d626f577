import { escapeXml } from './atom-feed.ts'

/** The protocol allows 50,000 URLs per file; this leaves some margin. */
export const SITEMAP_LIMIT = 45_000

export interface SitemapEntry {
  path: string
  /** `yyyy-MM-dd`, if known. */
  changed?: string
}

/** A single sitemap file. @param origin without a trailing slash */
export function sitemapXml(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${escapeXml(origin + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

/** A sitemap index, for when the URLs exceed the limit of one file. @param parts the number of files */
export function sitemapIndexXml(origin: string, parts: number): string {
  const files = Array.from(
    { length: parts },
    (_, index) => `<sitemap><loc>${escapeXml(`${origin}/sitemap-${index + 1}.xml`)}</loc></sitemap>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${files.join('\n')}
</sitemapindex>
`
}

/** The entries of one file of the sitemap. @param part starts at 1 */
export function sitemapPart<T>(entries: readonly T[], part: number): T[] {
  return entries.slice((part - 1) * SITEMAP_LIMIT, part * SITEMAP_LIMIT)
}

/** robots.txt: crawlers may read everything public, but not API endpoints or personal pages. */
export function robotsTxt(origin: string): string {
  const closed = ['/api/', '/rpc/', '/events', '/checkout/', '/dev/', '/lessons', '/payment-']
  return `User-agent: *
${closed.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${origin}/sitemap.xml
`
}
