import { expect, test } from 'vitest'
import { robotsTxt, SITEMAP_LIMIT, sitemapIndexXml, sitemapPart, sitemapXml } from './sitemap.ts'

const origin = 'https://greenside.example'

test('URLs are absolute and escaped; dates are given where known', () => {
  const xml = sitemapXml(origin, [{ path: '/' }, { path: '/a?b&c', changed: '2026-05-01' }])
  expect(xml).toContain('<url><loc>https://greenside.example/</loc></url>')
  expect(xml).toContain(
    '<url><loc>https://greenside.example/a?b&amp;c</loc><lastmod>2026-05-01</lastmod></url>',
  )
})

test('100,000 URLs fill three files, and none is lost', () => {
  const entries = Array.from({ length: 100_000 }, (_, index) => ({ path: `/${index}` }))
  const parts = [1, 2, 3].map((part) => sitemapPart(entries, part))
  expect(parts.map(({ length }) => length)).toEqual([SITEMAP_LIMIT, SITEMAP_LIMIT, 10_000])
  expect(parts.flat()).toEqual(entries)
  expect(sitemapPart(entries, 4)).toEqual([])
  expect(sitemapIndexXml(origin, 3).match(/<loc>.*?<\/loc>/g)).toEqual(
    [1, 2, 3].map((part) => `<loc>${origin}/sitemap-${part}.xml</loc>`),
  )
})

test('robots.txt names the sitemap and excludes API paths', () => {
  const text = robotsTxt(origin)
  expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(text).toContain('Disallow: /api/')
  expect(text).not.toContain('Disallow: /\n')
  expect(text).not.toContain('Disallow: /instructor')
})
