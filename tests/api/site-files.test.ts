import { beforeAll, expect, test } from 'vitest'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
const origin = 'http://greenside.test'
let visible: string
let hidden: string

beforeAll(async () => {
  const { pool } = product.database
  visible = (await addCoach(pool)).id
  hidden = (await addCoach(pool, { isVisible: false })).id
  await addCoach(pool)
  await addCoach(pool)
})

test('the sitemap lists pages, articles, cities and visible coaches', async () => {
  const { status, headers, text } = await product.visitor().get('/sitemap.xml')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  for (const path of [
    '/',
    '/blog',
    '/blog/how-to-cure-a-slice',
    '/charlotte-golf-instructors',
    '/privacy-policy',
    '/terms',
    '/accessibility',
  ])
    expect(text, path).toContain(`<loc>${origin}${path}</loc>`)
  expect(text).toContain(`<loc>${origin}/instructor/${visible}</loc>`)
  expect(text).not.toContain(hidden)
})

test('sitemap parts are numbered from one without gaps', async () => {
  const visitor = product.visitor()
  expect((await visitor.get('/sitemap-1.xml')).text).toContain('<urlset')
  expect((await visitor.get('/sitemap-2.xml')).status).toBe(404)
})

test('robots.txt names the sitemap', async () => {
  const { headers, text } = await product.visitor().get('/robots.txt')
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`)
})

test('the feed is Atom and cacheable for ten minutes', async () => {
  const { headers, text } = await product.visitor().get('/blog/feed.xml')
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(headers.get('cache-control')).toBe('public, max-age=600')
  expect(text).toContain(`<id>${origin}/blog/how-to-cure-a-slice</id>`)
})

test('an article, a document and a city can be read as data, and unknown ones return 404', async () => {
  const visitor = product.visitor()
  expect((await visitor.get('/api/posts')).json).toHaveLength(9)
  expect((await visitor.get('/api/posts/the-playing-lesson')).json).toMatchObject({
    post: { slug: 'the-playing-lesson' },
  })
  expect((await visitor.get('/api/cities')).json).toMatchObject([{ slug: 'charlotte', coaches: 3 }])
  expect((await visitor.get('/api/cities/charlotte')).json).toMatchObject({ figures: { coachCount: 3 } })
  for (const path of ['/api/posts/nope', '/api/documents/nope', '/api/cities/nope'])
    expect((await visitor.get(path)).status, path).toBe(404)
  expect((await visitor.get('/api/cities/..%2F..')).status).toBe(400)
})

test('a shared link to a coach or city has its own picture; hidden and unknown ones have none', async () => {
  const visitor = product.visitor()
  for (const path of [`/social/coach/${visible}.jpg`, '/social/city/charlotte.jpg']) {
    const { status, headers, text } = await visitor.get(path)
    expect(status, path).toBe(200)
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('cache-control')).toBe('public, max-age=86400')
    expect(text.length).toBeGreaterThan(10_000)
  }
  for (const path of [`/social/coach/${hidden}.jpg`, '/social/city/atlantis.jpg'])
    expect((await visitor.get(path)).status, path).toBe(404)
})
