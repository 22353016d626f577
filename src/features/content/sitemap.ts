import { escapeXml } from './atom-feed.ts'

/** The protocol allows 50,000 addresses a file; some room is left. */
export const SITEMAP_LIMIT = 45_000

export interface SitemapEntry {
  path: string
  /** `yyyy-MM-dd`, when we know it. */
  changed?: string
}

/** One file of addresses. @param origin without a slash at its end */
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

/** The list of files when there are too many addresses for one. @param parts how many there are */
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

/** Which of so many addresses stand in a part. @param part from 1 */
export function sitemapPart<T>(entries: readonly T[], part: number): T[] {
  return entries.slice((part - 1) * SITEMAP_LIMIT, part * SITEMAP_LIMIT)
}

/** What robots are asked: everything public may be read, programs' doors and people's own pages are left alone. */
export function robotsTxt(origin: string): string {
  const closed = ['/api/', '/rpc/', '/events', '/checkout/', '/dev/', '/lessons', '/payment-']
  return `User-agent: *
${closed.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${origin}/sitemap.xml
`
}
