import { createFileRoute } from '@tanstack/react-router'
import { contentClient } from '#features/content/client.ts'
import { ArticleContents } from '#features/content/components/article-contents.tsx'
import { ArticleText } from '#features/content/components/article-text.tsx'
import { pageHead } from '#features/content/page-head.ts'
import { formatDate } from '#platform/time.ts'

export const Route = createFileRoute('/_shell/privacy-policy')({
  loader: ({ context }) =>
    context.queryClient.ensureQueryData(
      contentClient.document.queryOptions({ input: { slug: 'privacy-policy' } }),
    ),
  head: ({ loaderData }) =>
    loaderData
      ? pageHead({
          title: loaderData.title,
          description: loaderData.description,
          path: '/privacy-policy',
        })
      : {},
  component: PrivacyPolicyPage,
})

function PrivacyPolicyPage() {
  const { title, description, updated, blocks } = Route.useLoaderData()
  return (
    <main className="@container">
      <div className="wrap grid justify-center gap-x-14 pt-10 pb-20 sm:pt-14 @6xl:grid-cols-[14rem_minmax(0,43rem)_minmax(0,14rem)]">
        <header className="max-w-[43rem] pb-9 @6xl:col-start-2">
          <h1 className="text-headline">{title}</h1>
          <p className="mt-4 text-lead text-muted">{description}</p>
          <p className="mt-4 text-sm text-muted">
            Last changed <time dateTime={updated}>{formatDate(updated)}</time>
          </p>
        </header>
        <div className="@6xl:col-start-1 @6xl:row-start-2">
          <ArticleContents blocks={blocks} look="beside" />
        </div>
        <div className="max-w-[43rem] min-w-0 @6xl:col-start-2">
          <ArticleContents blocks={blocks} look="folded" />
          <ArticleText blocks={blocks} />
        </div>
      </div>
    </main>
  )
}
