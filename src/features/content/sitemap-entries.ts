import { eq } from 'drizzle-orm'
import { listOpenClinicIds } from '#features/clinics/queries.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { Database } from '#platform/db.ts'
import type { CityLink, PostSummary } from './schema.ts'
import type { SitemapEntry } from './sitemap.ts'

const pages = [
  '/',
  '/blog',
  '/instructor-landing',
  '/golf-lesson-software',
  '/privacy-policy',
  '/terms',
  '/accessibility',
] satisfies string[]

/** Every public URL: pages, posts, cities with coaches, each visible coach, and their clinics that can be booked. */
export async function listSitemapEntries(
  db: Database,
  content: { posts: readonly PostSummary[]; cities: readonly CityLink[] },
): Promise<SitemapEntry[]> {
  const coaches = await db
    .select({ id: instructorProfiles.userId })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.isListed, true))
    .orderBy(instructorProfiles.createdAt, instructorProfiles.userId)
  const clinics = await listOpenClinicIds(db)
  return [
    ...pages.map((path) => ({ path })),
    ...content.posts.map(({ slug, date }) => ({ path: `/blog/${slug}`, changed: date })),
    ...content.cities.map(({ slug }) => ({ path: `/${slug}-golf-instructors` })),
    ...coaches.map(({ id }) => ({ path: `/instructor/${id}` })),
    ...clinics.map((id) => ({ path: `/clinics/${id}` })),
  ]
}
