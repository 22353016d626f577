import { expect, test } from 'vitest'
import { atomFeed, escapeXml } from './atom-feed.ts'
import { listPosts } from './posts/queries.ts'

const origin = 'https://greenside.example'

test('the feed has an entry for every article, newest first, with absolute URLs', () => {
  const posts = listPosts()
  const feed = atomFeed(origin, posts)
  const ids = [...feed.matchAll(/<entry>[\s\S]*?<id>(.*?)<\/id>/g)].map((match) => match[1])
  expect(ids).toEqual(posts.map(({ slug }) => `${origin}/blog/${slug}`))
  expect(feed).toContain(`<updated>${posts[0]?.date}T12:00:00Z</updated>`)
  expect(feed).toContain(`rel="self" type="application/atom+xml" href="${origin}/blog/feed.xml"`)
})

test('text in a title can’t break the feed', () => {
  expect(escapeXml(`<b> & "c" 'd'`)).toBe('&lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;')
})
