import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CircleCheck } from 'lucide-react'
import { formatCount } from '#platform/money.ts'
import { formatDay, OFFICE_ZONE } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { operationsClient } from '../client.ts'

/** What needs an admin: how many, the date of the oldest, and a link to where it is done. */
export function Attention() {
  const reading = useQuery(operationsClient.attention.queryOptions({ staleTime: 0 }))
  const { isError, refetch } = reading
  // The bell reads the same, and may have its answer before this part of the page is hydrated.
  const data = useNow(60_000) === null ? undefined : reading.data
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="mb-3 text-lg font-semibold">
        Needs attention
      </h2>
      {data?.length === 0 ? (
        <p className="flex items-center gap-2.5 rounded-card border bg-surface-raised px-4 py-4 text-sm">
          <CircleCheck aria-hidden className="size-5 text-brand" />
          Nothing needs attention. Go hit a few balls.
        </p>
      ) : isError && !data ? (
        <p className="flex items-center justify-between gap-3 rounded-card border bg-surface-raised px-4 py-3 text-sm">
          Failed to load what needs attention.
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <ul className="divide-y rounded-card border bg-surface-raised">
          {data?.map(({ id, label, count, href, oldest }) => (
            <li key={id}>
              <Anchor
                href={href}
                className="group flex min-h-12 items-center gap-3 px-4 py-2 text-sm hover:bg-surface-hover"
              >
                <span className="tabular min-w-9 rounded-full bg-accent px-2 py-0.5 text-center font-semibold text-on-accent">
                  {formatCount(count)}
                </span>
                <span className="min-w-0 flex-1 font-medium">{label}</span>
                {oldest ? (
                  <span className="text-muted max-sm:hidden">
                    oldest from {formatDay(oldest, OFFICE_ZONE)}
                  </span>
                ) : null}
                <ArrowRight aria-hidden className="size-4 text-muted group-hover:text-brand" />
              </Anchor>
            </li>
          )) ??
            [0, 1, 2, 3].map((at) => (
              <li key={at} className="flex items-center gap-3 px-4 py-4">
                <Skeleton className="h-4 w-9" />
                <Skeleton className="h-4 w-48" />
              </li>
            ))}
        </ul>
      )}
    </section>
  )
}
