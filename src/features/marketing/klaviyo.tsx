import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { readProblem } from '#platform/api-problem.ts'
import { formatCount } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { marketingClient } from './client.ts'

/** Brings people to Klaviyo, and says what the last sync did. */
export function Klaviyo() {
  const queryClient = useQueryClient()
  const zone = useViewerZone()
  const { busy, attempt } = useAttempt()
  const query = marketingClient.state.queryOptions({ staleTime: 0 })
  // The sync may have been started in another tab.
  const { data, isError, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.isRunning ? 3_000 : false),
  })
  if (isError && !data)
    return (
      <Alert
        tone="error"
        title="Failed to load the sync"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        Nothing was changed.
      </Alert>
    )
  if (!data) return <Skeleton className="h-56 max-w-3xl" />

  const sync = () =>
    attempt(async () => {
      try {
        const { synced, failed } = await marketingClient.sync.call({ syncAll: true })
        toast.success('Sync Complete', `${formatCount(synced)} synced, ${formatCount(failed)} failed`)
      } catch (error) {
        toast.error('Sync Failed', readProblem(error).message ?? undefined)
      }
      await queryClient.invalidateQueries({ queryKey: query.queryKey })
    })
  const { provider, people, optedOut, last, isRunning } = data
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      {provider === null ? (
        <Alert tone="warning" title="Klaviyo is not connected">
          Set KLAVIYO_API_KEY on the server to sync with Klaviyo.
        </Alert>
      ) : null}
      {provider === 'local' ? (
        <Alert tone="info" title="This is a demo">
          Profiles are stored in the demo’s own database and are not sent anywhere.
        </Alert>
      ) : null}
      <section className="flex flex-wrap items-center justify-between gap-4 rounded-card border bg-surface-raised p-5">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold">Sync profiles to Klaviyo</h2>
          <p className="mt-0.5 text-sm text-muted">
            Students and coaches who confirmed their address and did not turn off any of our emails: their
            name, email, city, role and join date. Existing Klaviyo profiles with the same email are updated.
          </p>
        </div>
        <Button
          variant="brand"
          loading={busy}
          disabled={provider === null || isRunning}
          onClick={() => void sync()}
        >
          <RefreshCw aria-hidden />
          Sync all profiles
        </Button>
      </section>
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <Figure
          label="People to sync"
          value={formatCount(people)}
          note={`${formatCount(optedOut)} opted out`}
        />
        <Figure
          label="Last sync"
          value={last ? `${formatCount(last.synced)} synced` : 'Never'}
          note={last ? (zone ? formatMoment(last.at, zone) : '') : 'No contacts synced yet'}
        />
        <Figure
          label="Failed in the last sync"
          value={last ? formatCount(last.failed) : '–'}
          note={last && last.failed > 0 ? 'The next sync tries them again' : 'Nothing to try again'}
        />
      </dl>
      {isRunning && !busy ? (
        <p role="status" className="text-sm text-muted">
          A sync is running.
        </p>
      ) : null}
    </div>
  )
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className="rounded-card border bg-surface-raised px-4 py-3.5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="tabular mt-1 text-xl font-semibold">{value}</dd>
      <dd className="mt-0.5 text-sm text-muted">{note}</dd>
    </div>
  )
}
