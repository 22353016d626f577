import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Rss } from 'lucide-react'
import { contentClient } from '#features/content/client.ts'
import { FindCoachBand } from '#features/content/components/find-coach-band.tsx'
import { LeadPost, PostCard } from '#features/content/components/post-card.tsx'
import { pageHead } from '#features/content/page-head.ts'

const TITLE = 'Notes from the range'
const DESCRIPTION =
  'Plain advice on golf lessons: choosing a coach, what lessons cost, curing a slice, practice that sticks, and what to do on the first tee.'

export const Route = createFileRoute('/_shell/blog')({
  loader: ({ context }) => context.queryClient.ensureQueryData(contentClient.posts.queryOptions()),
  head: () => {
    const head = pageHead({ title: TITLE, description: DESCRIPTION, path: '/blog' })
    const feed = { rel: 'alternate', type: 'application/atom+xml', href: '/blog/feed.xml', title: TITLE }
    return { ...head, links: [...head.links, feed] }
  },
  component: BlogPage,
})

function BlogPage() {
  const { data: posts } = useSuspenseQuery(contentClient.posts.queryOptions())
  const [newest, ...others] = posts
  return (
    <main>
      <div className="wrap pt-10 pb-16 sm:pt-14 sm:pb-24">
        <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 border-b pb-7">
          <div>
            <h1 className="text-headline">{TITLE}</h1>
            <p className="mt-3 max-w-[54ch] text-lead text-muted">
              Plain advice for people who take lessons, or mean to. No secret moves; there aren’t any.
            </p>
          </div>
          <a
            href="/blog/feed.xml"
            className="inline-flex min-h-11 items-center gap-2 text-[0.9375rem] font-medium text-muted hover:text-ink hover:underline"
          >
            <Rss aria-hidden className="size-4" />
            Subscribe by feed
          </a>
        </header>
        {newest ? (
          <div className="pt-8 sm:pt-10">
            <LeadPost post={newest} />
          </div>
        ) : null}
        <ul className="grid gap-x-8 gap-y-12 pt-12 sm:grid-cols-2 sm:pt-16 lg:grid-cols-3">
          {others.map((post) => (
            <li key={post.slug}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      </div>
      <FindCoachBand
        title="Reading is free. So is looking."
        text="See coaches within 50 miles, their prices and their next open times. You only pay when you book."
      />
    </main>
  )
}
