import { createFileRoute } from '@tanstack/react-router'
import { studentsClient } from '#features/students/client.ts'
import { InvitationCard } from '#features/students/components/invitation-card.tsx'
import { textParam } from '#platform/search-params.ts'
import { siteName } from '#platform/site-name.ts'

/** What the letter of a coach's invitation leads to. */
export const Route = createFileRoute('/_shell/invitation')({
  validateSearch: (raw: Record<string, unknown>): { token?: string; answer?: 'decline' } => ({
    ...(textParam(raw.token) ? { token: textParam(raw.token)?.slice(0, 100) ?? '' } : {}),
    ...(raw.answer === 'decline' ? { answer: 'decline' as const } : {}),
  }),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: ({ context: { queryClient }, deps: { token } }) =>
    queryClient.fetchQuery({
      ...studentsClient.invitation.queryOptions({ input: { token: token || 'none' } }),
      staleTime: 0,
      gcTime: 0,
    }),
  head: () => ({
    meta: [
      { title: `Invitation · ${siteName}` },
      { name: 'robots', content: 'noindex' },
      // The link opens something: no other site learns it.
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: InvitationPage,
})

function InvitationPage() {
  const { me } = Route.useRouteContext()
  const { token = '', answer } = Route.useSearch()
  const invitation = Route.useLoaderData()
  return (
    <main className="wrap max-w-4xl py-10 sm:py-16">
      <InvitationCard invitation={invitation} token={token} me={me} isDeclining={answer === 'decline'} />
    </main>
  )
}
