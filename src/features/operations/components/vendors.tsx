import { useQuery } from '@tanstack/react-query'
import { Moment } from '#features/back-office/components/moment.tsx'
import { formatCount } from '#platform/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { operationsClient } from '../client.ts'
import type { VendorShown } from '../schema.ts'
import { providerWords, troubleWords, vendorLabels, vendorState } from '../vendor-words.ts'

/** The external vendors and their state across all processes. Refetched every ten seconds while visible. */
export function Vendors() {
  const { data, isError, refetch } = useQuery(
    operationsClient.vendors.queryOptions({ staleTime: 0, refetchInterval: 10_000 }),
  )
  return (
    <section aria-labelledby="vendors">
      <h2 id="vendors" className="text-lg font-semibold">
        Vendors
      </h2>
      <p className="mb-3 max-w-prose text-sm text-muted">
        After five failures in a row, calls to a vendor are paused (its circuit is open), so requests do not
        wait for it. Then a single call checks whether it works again.
      </p>
      {data ? (
        <VendorTable vendors={data} />
      ) : isError ? (
        <EmptyState
          title="Failed to load the vendors"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          Nothing was lost. Please try again in a moment.
        </EmptyState>
      ) : (
        <Skeleton className="h-[38rem] w-full" />
      )}
    </section>
  )
}

/** A table on wide screens, a list on phones. */
function VendorTable({ vendors }: { vendors: VendorShown[] }) {
  const isWide = useMediaQuery('(min-width: 80rem)', true)
  if (!isWide)
    return (
      <ul aria-label="Vendors" className="divide-y rounded-card border bg-surface-raised text-sm">
        {vendors.map((vendor) => (
          <li key={vendor.name} className="grid gap-1 px-4 py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="text-base font-medium">{vendorLabels[vendor.name]}</span>
              <State vendor={vendor} />
            </div>
            <Provider vendor={vendor} />
            <Circuit vendor={vendor} />
            {vendor.calls > 0 ? (
              <span>
                {formatCount(vendor.calls)} {vendor.calls === 1 ? 'call' : 'calls'} in 24 hours,{' '}
                {formatCount(vendor.failures)} failed
              </span>
            ) : null}
            {vendor.lastSuccess ? (
              <span>
                <span className="text-muted">Last success: </span>
                <Moment instant={vendor.lastSuccess} none="" />
              </span>
            ) : null}
            {vendor.lastFailure ? (
              <div>
                <span className="text-muted">Last failure: </span>
                <Failure vendor={vendor} none="" />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    )
  return (
    <Table label="Vendors with their last answers and calls" className="text-sm">
      <TableHead>
        <tr>
          <TableHeader>Vendor</TableHeader>
          <TableHeader>State</TableHeader>
          <TableHeader>Last success</TableHeader>
          <TableHeader>Last failure</TableHeader>
          <TableHeader numeric>Calls in 24 h</TableHeader>
          <TableHeader numeric>Failed</TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {vendors.map((vendor) => (
          <TableRow key={vendor.name}>
            <TableCell className="py-2 align-top">
              <span className="font-medium">{vendorLabels[vendor.name]}</span>
              <span className="block text-[0.8125rem]">
                <Provider vendor={vendor} />
              </span>
            </TableCell>
            <TableCell className="py-2 align-top">
              <State vendor={vendor} />
              <Circuit vendor={vendor} />
            </TableCell>
            <TableCell className="py-2 align-top whitespace-nowrap">
              <Moment instant={vendor.lastSuccess} none={vendor.provider === null ? '–' : 'None yet'} />
            </TableCell>
            <TableCell className="py-2 align-top">
              <Failure vendor={vendor} none={vendor.provider === null ? '–' : 'None'} />
            </TableCell>
            <TableCell numeric className="py-2 align-top">
              {vendor.calls === 0 ? <span className="text-muted">0</span> : formatCount(vendor.calls)}
            </TableCell>
            <TableCell numeric className="py-2 align-top">
              {vendor.failures === 0 ? (
                <span className="text-muted">0</span>
              ) : (
                <span className="font-semibold text-danger">{formatCount(vendor.failures)}</span>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function State({ vendor }: { vendor: VendorShown }) {
  const { tone, words } = vendorState(vendor)
  return <Badge tone={tone}>{words}</Badge>
}

function Provider({ vendor }: { vendor: VendorShown }) {
  return (
    <span className="text-muted">
      {vendor.provider === null ? null : `${vendor.isReal ? 'Real' : 'Local'}: `}
      {providerWords(vendor)}
    </span>
  )
}

/** The state of the circuit breaker. Empty for local vendors, which have none. */
function Circuit({ vendor: { circuit, openSince, openIn } }: { vendor: VendorShown }) {
  if (circuit === null) return null
  return (
    <span className="block text-[0.8125rem] xl:mt-1">
      {circuit === 'closed' ? (
        <span className="text-muted">Circuit closed</span>
      ) : (
        <span className="text-danger">
          Circuit open since <Moment instant={openSince} none="a moment ago" />
          {openIn > 1 ? `, in ${formatCount(openIn)} processes` : ''}
        </span>
      )}
    </span>
  )
}

function Failure({ vendor: { lastFailure, lastError }, none }: { vendor: VendorShown; none: string }) {
  return (
    <>
      <Moment instant={lastFailure} none={none} />
      {lastFailure && lastError ? (
        <span className="block max-w-md">
          {troubleWords(lastError)}
          <span className="block text-[0.8125rem] wrap-anywhere text-muted">{lastError}</span>
        </span>
      ) : null}
    </>
  )
}
