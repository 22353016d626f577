import { createFileRoute } from '@tanstack/react-router'
import { contentClient } from '#features/content/client.ts'
import { LegalDocument } from '#features/content/components/legal-document.tsx'
import { pageHead } from '#features/content/page-head.ts'

export const Route = createFileRoute('/_shell/terms')({
  loader: ({ context }) =>
    context.queryClient.ensureQueryData(contentClient.document.queryOptions({ input: { slug: 'terms' } })),
  head: ({ loaderData }) =>
    loaderData
      ? pageHead({ title: loaderData.title, description: loaderData.description, path: '/terms' })
      : {},
  component: TermsPage,
})

function TermsPage() {
  return <LegalDocument {...Route.useLoaderData()} />
}
