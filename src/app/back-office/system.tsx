import { useQueryClient } from '@tanstack/react-query'
import { MapPin, RefreshCw } from 'lucide-react'
import { operationsClient } from '#features/operations/client.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatCount } from '#platform/money.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'

/** What keeps the platform itself going. */
export function System() {
  const queryClient = useQueryClient()
  const { busy, attempt } = useAttempt()
  return (
    <div className="grid max-w-2xl gap-5">
      <section className="flex flex-wrap items-center justify-between gap-4 rounded-card border bg-surface-raised p-5">
        <div>
          <h2 className="font-semibold">Refresh data</h2>
          <p className="text-sm text-muted">Reads every figure and list on these pages again.</p>
        </div>
        <Button
          loading={busy}
          onClick={() =>
            void attempt(async () => {
              await queryClient.invalidateQueries({}, { throwOnError: true }).then(
                () => toast.success('Everything was read again'),
                () => toast.error('Failed to load admin data'),
              )
            })
          }
        >
          <RefreshCw aria-hidden />
          Refresh data
        </Button>
      </section>
      <Geocoding />
      <Alert tone="info" title="How somebody becomes an admin">
        The first admin is made on the server, by a command; after that another admin gives and takes the
        role, on the person’s page under Users.
      </Alert>
    </div>
  )
}

function Geocoding() {
  const { busy, attempt } = useAttempt()
  return (
    <section className="flex flex-wrap items-center justify-between gap-4 rounded-card border bg-surface-raised p-5">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-semibold">Geocode teaching locations</h2>
        <p className="text-sm text-muted">
          Puts places that are on no map yet in the middle of their ZIP code or town. The others stay where
          they are.
        </p>
      </div>
      <Button
        loading={busy}
        onClick={() =>
          void attempt(async () => {
            try {
              const { successful, failed } = await operationsClient.geocode.call()
              toast.success(
                'Locations geocoded',
                `${formatCount(successful)} successful, ${formatCount(failed)} failed`,
              )
            } catch (error) {
              toast.error('Failed to geocode locations', readProblem(error).message ?? undefined)
            }
          })
        }
      >
        <MapPin aria-hidden />
        Geocode locations
      </Button>
    </section>
  )
}
