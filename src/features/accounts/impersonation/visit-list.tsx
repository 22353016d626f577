import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Badge } from '#ui/badge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { accountsClient } from '../client.ts'

/** A list of staff visits to the user's account: when, why, and whether changes were allowed. */
export function VisitList() {
  const visits = useQuery(accountsClient.visits.queryOptions())
  const zone = useViewerZone() ?? 'America/New_York'
  if (visits.isPending) return <Skeleton className="h-14 w-full" />
  if (visits.isError)
    return <p className="text-muted">This list could not be loaded. Reload the page to try again.</p>
  if (visits.data.length === 0)
    return <p className="text-muted">No one on our team has viewed your account.</p>
  return (
    <ul className="divide-y rounded-card border bg-surface-raised">
      {visits.data.map((visit) => (
        <li key={visit.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3">
          <div className="min-w-0">
            <p className="tabular font-semibold">
              {formatMoment(Date.parse(visit.startedAt), zone)}
              {visit.endedAt ? ` · ${minutesBetween(visit.startedAt, visit.endedAt)}` : ' · is looking now'}
            </p>
            <p className="text-[0.9375rem] wrap-anywhere text-muted">
              <bdi>{visit.reason}</bdi>
            </p>
          </div>
          {visit.couldAct ? (
            <Badge tone="yellow">Could change things</Badge>
          ) : (
            <Badge tone="neutral">Looked only</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}

function minutesBetween(from: string, to: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 60_000))
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
