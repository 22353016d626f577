import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { contentClient } from '#features/content/client.ts'
import { ArticleContents } from '#features/content/components/article-contents.tsx'
import { ArticleText } from '#features/content/components/article-text.tsx'
import { Cover } from '#features/content/components/cover.tsx'
import { FindCoachBand } from '#features/content/components/find-coach-band.tsx'
import { NoSuchPage } from '#features/content/components/no-such-page.tsx'
import { PostByline } from '#features/content/components/post-card.tsx'
import { PostList } from '#features/content/components/post-list.tsx'
import { pageHead } from '#features/content/page-head.ts'
import type { PostSummary } from '#features/content/schema.ts'
import { articleData, breadcrumbData } from '#features/content/structured-data.ts'
import { readProblem } from '#platform/api-problem.ts'
import { pageOrigin } from '#platform/page-origin.ts'
import { buttonClass } from '#ui/button.tsx'

export const Route = createFileRoute('/_shell/blog/$slug')({
  loader: async ({ context, params }) =>
    await context.queryClient
      .ensureQueryData({ ...contentClient.post.queryOptions({ input: { slug: params.slug } }), retry: false })
      .catch((error) => {
        if (['no_such_post', 'bad_input'].includes(readProblem(error).code)) throw notFound()
        throw error
      }),
  head: ({ loaderData }) => (loaderData ? postHead(loaderData.post) : {}),
  notFoundComponent: NoSuchPost,
  component: BlogPostPage,
})

function postHead(post: PostSummary) {
  const origin = pageOrigin()
  const path = `/blog/${post.slug}`
  return pageHead({
    title: post.title,
    description: post.description,
    path,
    kind: 'article',
    structuredData: import.meta.env.SSR
      ? [
          articleData(origin, post),
          breadcrumbData(origin, [
            { name: 'Blog', path: '/blog' },
            { name: post.title, path },
          ]),
        ]
      : [],
  })
}

function BlogPostPage() {
  const { post, blocks, related } = Route.useLoaderData()
  return (
    <main>
      <article className="@container">
        <div className="wrap pt-6 sm:pt-8">
          <Link
            to="/blog"
            className="inline-flex min-h-6 items-center gap-1.5 text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            <ArrowLeft aria-hidden className="size-4" />
            Notes from the range
          </Link>
        </div>
        <header className="wrap grid items-center gap-x-14 gap-y-7 pt-6 pb-10 sm:pb-14 @4xl:grid-cols-[1.1fr_1fr]">
          <div>
            <h1 className="text-headline sm:text-[clamp(2.25rem,1.2rem+2.6vw,3.75rem)]">{post.title}</h1>
            <p className="mt-5 max-w-[52ch] text-lead text-muted">{post.description}</p>
            <p className="mt-5 text-sm">By {post.author}</p>
            <PostByline post={post} />
          </div>
          <Cover
            number={post.cover}
            sizes="(min-width: 78rem) 34rem, (min-width: 64rem) 44vw, 92vw"
            isPriority
            className="aspect-[3/2] rounded-card @4xl:aspect-[4/3]"
          />
        </header>
        <div className="border-t">
          <div className="wrap grid justify-center gap-x-14 pt-9 pb-16 sm:pt-12 sm:pb-20 @6xl:grid-cols-[14rem_minmax(0,43rem)_minmax(0,14rem)]">
            <div>
              <ArticleContents blocks={blocks} look="beside" />
            </div>
            <div className="max-w-[43rem] min-w-0">
              <ArticleContents blocks={blocks} look="folded" />
              <ArticleText blocks={blocks} />
            </div>
          </div>
        </div>
      </article>
      <FindCoachBand
        title="Now find the person to try it with"
        text="Enter your zip code to see nearby coaches, prices and open times."
      />
      <div className="wrap py-16 sm:py-20">
        <PostList title="Read on" posts={related} />
      </div>
    </main>
  )
}

function NoSuchPost() {
  return (
    <NoSuchPage title="We never wrote that one">
      <p>Or we did, and it moved. The others are still where they were.</p>
      <Link to="/blog" className={buttonClass({ variant: 'brand' }, 'mt-8')}>
        All articles
      </Link>
    </NoSuchPage>
  )
}
