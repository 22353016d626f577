import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { contentClient } from '#features/content/client.ts'
import { ArticleText } from '#features/content/components/article-text.tsx'
import { HelpLinks } from '#features/content/components/help-topics.tsx'
import { NoSuchPage } from '#features/content/components/no-such-page.tsx'
import { openHelp } from '#features/support/components/help-store.ts'
import { readProblem } from '#platform/api-problem.ts'
import { siteName } from '#platform/site-name.ts'
import { formatDate } from '#platform/time.ts'
import { Button, buttonClass } from '#ui/button.tsx'

export const Route = createFileRoute('/_shell/_student-or-coach/help/$slug')({
  loader: async ({ context, params }) =>
    await context.queryClient
      .ensureQueryData({
        ...contentClient.helpDocument.queryOptions({ input: { slug: params.slug } }),
        retry: false,
      })
      .catch((error) => {
        if (['no_such_document', 'bad_input'].includes(readProblem(error).code)) throw notFound()
        throw error
      }),
  head: ({ loaderData }) =>
    loaderData ? { meta: [{ title: `${loaderData.title} · Help · ${siteName}` }] } : {},
  notFoundComponent: NoSuchDocument,
  component: HelpDocumentPage,
})

function HelpDocumentPage() {
  const { title, description, topic, updated, blocks, related } = Route.useLoaderData()
  return (
    <main className="wrap grid max-w-5xl gap-x-14 gap-y-12 py-8 sm:py-10 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <article className="min-w-0">
        <Link
          to="/help"
          className="inline-flex min-h-6 items-center gap-1.5 text-sm text-muted underline-offset-4 hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Help Documents
        </Link>
        <p className="eyebrow mt-5">{topic}</p>
        <h1 className="mt-1 text-headline">{title}</h1>
        <p className="mt-3 mb-8 text-lead text-muted">{description}</p>
        <ArticleText blocks={blocks} />
        <p className="mt-10 text-sm text-muted">
          Last changed <time dateTime={updated}>{formatDate(updated)}</time>
        </p>
      </article>
      <aside aria-label="More help" className="space-y-8 lg:pt-12">
        {related.length > 0 ? (
          <section aria-label="Related documents">
            <h2 className="border-b pb-2 text-lg">{topic}</h2>
            <HelpLinks documents={related} />
          </section>
        ) : null}
        <section aria-label="Contact support" className="rounded-card bg-surface-sunken p-5">
          <h2 className="text-lg">Didn’t find what you were looking for?</h2>
          <p className="mt-1 mb-4 text-[0.9375rem] text-muted">We answer within 24 hours.</p>
          <Button onClick={openHelp}>Ask us</Button>
        </section>
      </aside>
    </main>
  )
}

function NoSuchDocument() {
  return (
    <NoSuchPage title="There is no such document">
      <p>It may have moved. All other documents are listed in Help.</p>
      <Link to="/help" className={buttonClass({ variant: 'brand' }, 'mt-8')}>
        All help documents
      </Link>
    </NoSuchPage>
  )
}
