import { createFileRoute } from '@tanstack/react-router'
import { contentClient } from '#features/content/client.ts'
import { LegalDocument } from '#features/content/components/legal-document.tsx'
import { TermsVersions } from '#features/content/components/terms-versions.tsx'
import { pageHead } from '#features/content/page-head.ts'
import { isDate } from '#platform/time.ts'

export const Route = createFileRoute('/_shell/terms')({
  validateSearch: ({ version }: Record<string, unknown>): { version?: string | undefined } => ({
    version: typeof version === 'string' && isDate(version) ? version : undefined,
  }),
  loaderDeps: ({ search: { version } }) => ({ version }),
  loader: ({ context, deps }) =>
    context.queryClient.ensureQueryData(contentClient.terms.queryOptions({ input: deps })),
  head: ({ loaderData }) =>
    loaderData
      ? pageHead({
          title: loaderData.document.title,
          description: loaderData.document.description,
          path: '/terms',
        })
      : {},
  component: TermsPage,
})

function TermsPage() {
  const terms = Route.useLoaderData()
  return <LegalDocument {...terms.document} notice={<TermsVersions {...terms} />} />
}
