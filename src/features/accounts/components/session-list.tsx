import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { findOwnPushEndpoint } from '#features/notifications/components/push-browser.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatDay } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Alert } from '#ui/alert.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'
import { isPhoneOrTablet } from '../devices/device.ts'
import type { DeviceSession } from '../devices/schema.ts'
import { clearBrowserSession } from './leave.ts'
import { sessionsQuery } from './sessions-query.ts'

/** The devices a user is signed in on, with buttons to sign out of one or all of them. */
export function SessionList() {
  const queryClient = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const end = useMutation({
    ...accountsClient.endSession.mutationOptions(),
    onSuccess: () => toast.success('Signed out there'),
    onError: (error) =>
      toast.error('Could not sign it out', readProblem(error).message ?? 'Please try again.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsClient.sessions.key() }),
  })

  async function endOne(sessionId: string) {
    end.mutate({ sessionId, ownPushEndpoint: await findOwnPushEndpoint() })
  }

  async function endOthers() {
    const ownPushEndpoint = await findOwnPushEndpoint()
    await accountsClient.endSessions.call({ keepThis: true, ownPushEndpoint }).then(
      ({ ended }) =>
        toast.success(ended === 1 ? 'One device was signed out' : `${ended} devices were signed out`),
      (error) => toast.error('Could not sign them out', readProblem(error).message ?? 'Please try again.'),
    )
    await queryClient.invalidateQueries({ queryKey: accountsClient.sessions.key() })
  }

  async function endAll() {
    try {
      await accountsClient.endSessions.call({ keepThis: false })
      clearBrowserSession()
      navigateAway('/')
    } catch (error) {
      toast.error('Could not sign you out', readProblem(error).message ?? 'Please try again.')
    }
  }

  if (sessions.isPending) return <Skeleton className="h-19 w-full" />
  if (sessions.isError)
    return (
      <Alert
        tone="error"
        title="Your devices could not be loaded."
        action={
          <Button size="sm" onClick={() => void sessions.refetch()}>
            Try again
          </Button>
        }
      />
    )
  const others = sessions.data.filter((session) => !session.isThisOne)
  return (
    <div className="flex flex-col gap-5">
      <ul className="divide-y rounded-card border bg-surface-raised">
        {sessions.data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending && end.variables?.sessionId === session.id}
            onEnd={() => void endOne(session.id)}
          />
        ))}
      </ul>
      {others.length > 0 ? (
        <p className="text-sm text-muted">
          Signing out one device also ends notifications there. If another of your devices shows none
          afterward, turn them on again there in{' '}
          <Anchor href="/notifications?tab=settings" className="text-link">
            Notifications
          </Anchor>
          .
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2.5">
        {others.length > 0 ? (
          <ConfirmDialog
            trigger={<Button>Sign out all others</Button>}
            title="Sign out all other devices?"
            description="This device stays signed in. All other devices have to sign in again. Webhooks, access tokens, your private calendar address, text messages and notifications on other devices end, too."
            confirmLabel="Sign out the others"
            onConfirm={endOthers}
          />
        ) : null}
        <ConfirmDialog
          trigger={<Button variant="ghost">Sign out everywhere</Button>}
          title="Sign out everywhere?"
          description="This includes this device. Next time you will need your password or a link. Webhooks, access tokens, your private calendar address, text messages and notifications end, too."
          confirmLabel="Sign out everywhere"
          onConfirm={endAll}
        />
      </div>
    </div>
  )
}

function SessionRow(props: { session: DeviceSession; busy: boolean; onEnd: () => void }) {
  const { session, busy, onEnd } = props
  const zone = useViewerZone() ?? 'UTC'
  const Icon = isPhoneOrTablet(session.device) ? Smartphone : Laptop
  return (
    <li className="flex items-center gap-4 px-4 py-3.5">
      <Icon aria-hidden className="size-6 shrink-0 text-muted" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {session.device}
          {session.isThisOne ? <Badge tone="green">This one</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          Signed in {formatDay(session.signedInAt, zone)} · last seen {formatDay(session.lastSeenAt, zone)}
        </p>
      </div>
      {session.isThisOne ? null : (
        <Button size="sm" loading={busy} onClick={onEnd} aria-label={`Sign out ${session.device}`}>
          Sign out
        </Button>
      )}
    </li>
  )
}
