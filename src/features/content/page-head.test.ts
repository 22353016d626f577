import { expect, test } from 'vitest'
import { serverRequest } from '#platform/server-request.ts'
import { absolute, pageHead, scriptText } from './page-head.ts'

const origin = 'https://greenside.example'
const head = (page: Partial<Parameters<typeof pageHead>[0]>) =>
  serverRequest.run({ origin, nonce: '', now: 0, api: {} }, () =>
    pageHead({ title: 'A page', description: 'About it.', path: '/a', ...page }),
  )

test('a page has a title, a canonical URL and a picture, all with absolute URLs', () => {
  const { meta, links } = head({})
  expect(meta).toContainEqual({ title: 'A page · Greenside' })
  expect(meta).toContainEqual({ property: 'og:title', content: 'A page · Greenside' })
  expect(meta).toContainEqual({ property: 'og:url', content: `${origin}/a` })
  expect(meta).toContainEqual({ property: 'og:image', content: `${origin}/social/site.jpg` })
  expect(links).toEqual([{ rel: 'canonical', href: `${origin}/a` }])
})

test('the product name is not repeated', () => {
  expect(head({ title: 'Greenside: find a coach' }).meta[0]).toEqual({ title: 'Greenside: find a coach' })
})

test('only unlisted pages are noindex', () => {
  const robots = { name: 'robots', content: 'noindex, follow' }
  expect(head({ isUnlisted: true }).meta).toContainEqual(robots)
  expect(head({}).meta).not.toContainEqual(robots)
})

test('structured data stays valid with any user text', () => {
  const bio = '</script><script>alert(1)</script> & \u2028'
  const text = scriptText({ '@context': 'https://schema.org', '@type': 'Person', bio })
  expect(text).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(text)).toMatchObject({ bio })
})

test('URLs of other sites are unchanged', () => {
  expect(absolute(origin, 'https://cdn.example/a.png')).toBe('https://cdn.example/a.png')
  expect(absolute(origin, '/a.png')).toBe(`${origin}/a.png`)
})
