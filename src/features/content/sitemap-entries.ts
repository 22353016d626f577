import type { Database } from '#platform/db.ts'
import type { CityLink, PostSummary } from './schema.ts'
import type { SitemapEntry } from './sitemap.ts'

const pages = [
  '/',
  '/blog',
  '/instructor-landing',
  '/golf-lesson-software',
  '/privacy-policy',
] satisfies string[]

/** Every address worth finding: pages, posts, cities with coaches, and each visible coach. */
export async function listSitemapEntries(
  db: Database,
  content: { posts: readonly PostSummary[]; cities: readonly CityLink[] },
): Promise<SitemapEntry[]> {
  const found = await db.$client.query<{ id: string }>({
    name: 'sitemap-coaches',
    text: 'select user_id as id from instructor_profiles where is_visible order by created_at, user_id',
  })
  return [
    ...pages.map((path) => ({ path })),
    ...content.posts.map(({ slug, date }) => ({ path: `/blog/${slug}`, changed: date })),
    ...content.cities.map(({ slug }) => ({ path: `/${slug}-golf-instructors` })),
    ...found.rows.map(({ id }) => ({ path: `/instructor/${id}` })),
  ]
}
