import { siteName } from '#platform/site-name.ts'
import type { PostSummary } from './schema.ts'

/**
 * The posts as an Atom feed (RFC 4287).
 * @param origin without a trailing slash
 */
export function atomFeed(origin: string, posts: readonly PostSummary[]): string {
  const updated = posts[0]?.date ?? '2026-01-01'
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">
  <title>${escapeXml(`${siteName}: notes from the range`)}</title>
  <subtitle>Plain advice on golf lessons, practice and coaches.</subtitle>
  <id>${escapeXml(`${origin}/blog`)}</id>
  <link rel="self" type="application/atom+xml" href="${escapeXml(`${origin}/blog/feed.xml`)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(`${origin}/blog`)}"/>
  <updated>${instantOf(updated)}</updated>
${posts.map((post) => entry(origin, post)).join('\n')}
</feed>
`
}

function entry(origin: string, post: PostSummary): string {
  const url = escapeXml(`${origin}/blog/${post.slug}`)
  return `  <entry>
    <title>${escapeXml(post.title)}</title>
    <id>${url}</id>
    <link rel="alternate" type="text/html" href="${url}"/>
    <published>${instantOf(post.date)}</published>
    <updated>${instantOf(post.date)}</updated>
    <author><name>${escapeXml(post.author)}</name></author>
    <summary>${escapeXml(post.description)}</summary>
${post.tags.map((tag) => `    <category term="${escapeXml(tag)}"/>`).join('\n')}
  </entry>`
}

/**
 * Posts have a date only, but Atom requires an instant. Noon UTC is the same calendar day in every US time
 * zone.
 */
const instantOf = (date: string) => `${date}T12:00:00Z`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes text for use in XML content and attribute values. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
