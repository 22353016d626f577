import type { PostSummary } from '../schema.ts'
import { PostCard } from './post-card.tsx'

/** A titled list of articles for the end of a page. */
export function PostList({ title, posts }: { title: string; posts: readonly PostSummary[] }) {
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="further-reading">
      <h2 id="further-reading" className="text-headline">
        {title}
      </h2>
      <ul className="mt-8 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {posts.map((post) => (
          <li key={post.slug} className="sm:last:odd:max-lg:hidden">
            <PostCard post={post} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}
