import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { datesWords } from '#features/cancellation-list/cancellation-list.ts'
import { cancellationListClient } from '#features/cancellation-list/client.ts'
import { LinkProblem } from '#features/notifications/components/link-problem.tsx'
import { readProblem } from '#platform/api-problem.ts'
import { siteName } from '#platform/site-name.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The target of the unsubscribe link in emails about freed times. Opening it changes nothing, because mail scanners open every link. */
export const Route = createFileRoute('/_shell/leave-list')({
  validateSearch: (raw: Record<string, unknown>): { token?: string | undefined } => ({
    token: typeof raw.token === 'string' ? raw.token.slice(0, 300) : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const reading = deps.token ? queryClient.prefetchQuery(leavingQuery(deps.token)) : undefined
    if (import.meta.env.SSR) await reading
  },
  head: () => ({
    meta: [
      { title: `Leave a list · ${siteName}` },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: LeaveListPage,
})

const ofLink = {
  title: 'Leave a list',
  hint: 'Use the link in our latest email, or sign in to see your list at the top of My Lessons.',
}

const leavingQuery = (token: string) =>
  cancellationListClient.leaving.queryOptions({ input: { token }, staleTime: 0, retry: false })

function LeaveListPage() {
  const { token } = Route.useSearch()
  return (
    <main className="wrap-text py-12 sm:py-16">
      {token ? <Leaving token={token} /> : <LinkProblem {...ofLink} />}
    </main>
  )
}

function Leaving({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const query = useQuery(leavingQuery(token))
  const [isLeaving, setLeaving] = useState(false)
  const hasLeft = useRef(false)
  const [failure, setFailure] = useState<string | null>(null)
  // The clicked button has been removed, so the confirmation gets the focus.
  const focusOnce = (answer: HTMLDivElement | null) => {
    if (hasLeft.current) answer?.focus()
    hasLeft.current = false
  }
  if (query.isPending) return <Skeleton className="h-40" />
  if (query.isError)
    return <LinkProblem {...ofLink} error={query.error} onRetry={() => void query.refetch()} />
  const { coach, clinic, from, to, status, holdsTime } = query.data
  const dates = datesWords(from, to)
  const asked = clinic
    ? `seats in “${clinic.title}” with ${coach.label} (${dates})`
    : `times with ${coach.label} (${dates})`

  async function leave(event: FormEvent) {
    event.preventDefault()
    setLeaving(true)
    setFailure(null)
    try {
      const left = await cancellationListClient.leaveByLink.call({ token })
      hasLeft.current = true
      queryClient.setQueryData(leavingQuery(token).queryKey, left)
    } catch (error) {
      setFailure(readProblem(error).message ?? 'We could not reach the server. Please try again.')
    } finally {
      setLeaving(false)
    }
  }

  if (status !== 'waiting')
    return (
      <div ref={focusOnce} tabIndex={-1} role="status" className="focus-visible:outline-none">
        <PageHeader
          title={status === 'left' ? 'You left the list' : 'You are no longer on this list'}
          lead={
            status === 'left'
              ? `We will not email you about ${asked} anymore.${holdsTime ? ' We are still holding a time for you: My Lessons shows for how long.' : ''}`
              : status === 'ended'
                ? 'This clinic has begun or does not take place, so its list is closed.'
                : clinic
                  ? `You booked a seat in “${clinic.title}”, so we stopped looking for one.`
                  : `You booked a time that opened with ${coach.label}, so we stopped looking for one.`
          }
        />
        <div className="mt-8">
          {clinic ? (
            <LinkButton href={`/clinics/${clinic.id}`}>See the clinic</LinkButton>
          ) : (
            <LinkButton href={`/instructor/${coach.id}`}>See the times of {coach.label}</LinkButton>
          )}
        </div>
      </div>
    )
  return (
    <>
      <PageHeader
        title={clinic ? `Stop waiting for “${clinic.title}”?` : `Stop waiting for ${coach.label}?`}
        lead={`We will no longer tell you when ${clinic ? 'seats are free' : 'a time opens'} (${dates}). Your lessons and your other lists stay as they are.`}
      />
      <form
        method="post"
        action={`/leave-list?token=${encodeURIComponent(token)}`}
        onSubmit={(event) => void leave(event)}
        className="mt-8 flex flex-col items-start gap-5"
      >
        {failure ? <FormError title="Still on the list">{failure}</FormError> : null}
        <Button type="submit" variant="brand" loading={isLeaving}>
          Leave the list
        </Button>
      </form>
    </>
  )
}
