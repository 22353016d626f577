import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { notificationsClient } from '#features/notifications/client.ts'
import { LinkProblem } from '#features/notifications/components/link-problem.tsx'
import { siteName } from '#platform/site-name.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Where the link at the end of an email leads. Opening it changes nothing: mail scanners open every link. */
export const Route = createFileRoute('/_shell/unsubscribe')({
  validateSearch: (raw: Record<string, unknown>): { token?: string | undefined } => ({
    token: typeof raw.token === 'string' ? raw.token.slice(0, 300) : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const reading = deps.token ? queryClient.prefetchQuery(subscriptionQuery(deps.token)) : undefined
    if (import.meta.env.SSR) await reading
  },
  head: () => ({
    meta: [
      { title: `Email choices · ${siteName}` },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: UnsubscribePage,
})

const ofLink = {
  title: 'Email choices',
  hint: 'Use the link in our latest email, or sign in and open Notification settings.',
}

const subscriptionQuery = (token: string) =>
  notificationsClient.subscription.queryOptions({ input: { token }, staleTime: 0, retry: false })

function UnsubscribePage() {
  const { token } = Route.useSearch()
  return (
    <main className="wrap-text py-12 sm:py-16">
      {token ? <Subscription token={token} /> : <LinkProblem {...ofLink} />}
      <p className="mt-10 text-[0.9375rem] text-muted">
        Change all other email preferences in your{' '}
        <Link to="/notifications" search={{ tab: 'settings' }} className="text-link">
          notification settings
        </Link>
        .
      </p>
    </main>
  )
}

function Subscription({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const query = useQuery(subscriptionQuery(token))
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  if (query.isPending) return <Skeleton className="h-40" />
  if (query.isError)
    return <LinkProblem {...ofLink} error={query.error} onRetry={() => void query.refetch()} />
  const { label, email, isOn } = query.data

  async function choose(event: FormEvent) {
    event.preventDefault()
    setSaving(true)
    setError(null)
    try {
      const now = await notificationsClient.setSubscription.call({ token, isOn: !isOn })
      queryClient.setQueryData(subscriptionQuery(token).queryKey, now)
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : 'That did not work. Please try again.')
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      <PageHeader
        title={isOn ? `Stop emails about “${label}”?` : 'Stopped'}
        lead={
          isOn
            ? `We will no longer send them to ${email}. Emails about a booking itself are always sent.`
            : `${email} will get no more emails about “${label}”.`
        }
      />
      <form
        method="post"
        action={`/unsubscribe?token=${encodeURIComponent(token)}`}
        onSubmit={(event) => void choose(event)}
        className="mt-8 flex flex-col items-start gap-5"
      >
        <FormError>{error}</FormError>
        {isOn ? (
          <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        ) : (
          <input type="hidden" name="again" value="yes" />
        )}
        <Button type="submit" variant={isOn ? 'brand' : 'secondary'} loading={isSaving}>
          {isOn ? 'Stop these emails' : 'Send them again'}
        </Button>
      </form>
    </>
  )
}
