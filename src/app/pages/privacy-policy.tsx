import { createFileRoute } from '@tanstack/react-router'
import { contentClient } from '#features/content/client.ts'
import { LegalDocument } from '#features/content/components/legal-document.tsx'
import { pageHead } from '#features/content/page-head.ts'

export const Route = createFileRoute('/_shell/privacy-policy')({
  loader: ({ context }) =>
    context.queryClient.ensureQueryData(
      contentClient.document.queryOptions({ input: { slug: 'privacy-policy' } }),
    ),
  head: ({ loaderData }) =>
    loaderData
      ? pageHead({ title: loaderData.title, description: loaderData.description, path: '/privacy-policy' })
      : {},
  component: PrivacyPolicyPage,
})

function PrivacyPolicyPage() {
  return <LegalDocument {...Route.useLoaderData()} />
}
