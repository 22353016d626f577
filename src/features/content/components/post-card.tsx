import { Link } from '@tanstack/react-router'
import { formatDate } from '#platform/time.ts'
import type { PostSummary } from '../schema.ts'
import { Cover } from './cover.tsx'

const coverLook = 'rounded-card transition-transform duration-250 group-hover:scale-[1.015]'

/** A preview of an article. The title is the only link, and its clickable area covers the whole card. */
export function PostCard({ post, heading: Heading = 'h2' }: { post: PostSummary; heading?: 'h2' | 'h3' }) {
  return (
    <article className="group relative">
      <div className="overflow-hidden rounded-card">
        <Cover
          number={post.cover}
          sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 92vw"
          className={`aspect-[3/2] ${coverLook}`}
        />
      </div>
      <Heading className="mt-4 text-xl sm:text-[1.375rem]">
        <PostLink post={post} />
      </Heading>
      <p className="mt-2 text-[0.9375rem] leading-relaxed text-muted">{post.description}</p>
      <PostByline post={post} className="mt-3" />
    </article>
  )
}

/** The newest article, shown larger. */
export function LeadPost({ post }: { post: PostSummary }) {
  return (
    <article className="group relative grid items-center gap-6 lg:grid-cols-[1.25fr_1fr] lg:gap-12">
      <div className="overflow-hidden rounded-card">
        <Cover
          number={post.cover}
          sizes="(min-width: 64rem) 42rem, 92vw"
          isPriority
          className={`aspect-[3/2] ${coverLook}`}
        />
      </div>
      <div>
        <h2 className="max-w-[22ch] text-headline">
          <PostLink post={post} />
        </h2>
        <p className="mt-4 max-w-[52ch] text-lead text-muted">{post.description}</p>
        <PostByline post={post} className="mt-4" />
      </div>
    </article>
  )
}

function PostLink({ post }: { post: PostSummary }) {
  return (
    <Link
      to="/blog/$slug"
      params={{ slug: post.slug }}
      className="after:absolute after:inset-0 after:rounded-card group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-(--focus)"
    >
      {post.title}
    </Link>
  )
}

/** The publication date and the reading time. */
export function PostByline({ post, className }: { post: PostSummary; className?: string }) {
  return (
    <p className={`tabular text-sm text-muted ${className ?? ''}`}>
      <time dateTime={post.date}>{formatDate(post.date)}</time>
      <span aria-hidden> · </span>
      <span>{post.readingTime} min read</span>
    </p>
  )
}
