import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { payoutsClient } from '../client.ts'
import { timelineSign, timelineWords } from '../timeline.ts'

/** What happened to a lesson's money, oldest first, from the books: paid, fee, held, released, refunded, reversed. */
export function MoneyTimeline({
  bookingId,
  as,
  zone,
}: {
  bookingId: string
  as: 'student' | 'coach'
  zone: string
}) {
  const { data, isPending, isError, refetch } = useQuery(
    payoutsClient.timeline.queryOptions({ input: { bookingId }, staleTime: 0 }),
  )
  if (isPending)
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">Loading payments…</span>
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    )
  if (isError)
    return (
      <Alert
        tone="error"
        title="The payments could not be loaded."
        action={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        Nothing was changed.
      </Alert>
    )
  if (data.length === 0)
    return <p className="text-[0.9375rem] text-muted">Nothing was paid for this lesson.</p>
  return (
    <ol className="flex flex-col">
      {data.map(({ kind, at, amountCents }) => {
        const sign = timelineSign(kind, as)
        return (
          <li
            key={`${kind} ${at} ${amountCents}`}
            className="relative grid grid-cols-[1fr_auto] gap-x-4 border-l border-line pb-4 pl-5 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden
              className="absolute top-1.5 -left-[0.3125rem] size-2.5 rounded-full border-2 border-surface-raised bg-brand"
            />
            <span className="text-[0.9375rem] leading-6 font-medium">{timelineWords(kind, as)}</span>
            <span className="tabular text-[0.9375rem] leading-6 font-semibold">
              {formatMoney(sign * amountCents)}
            </span>
            <span className="tabular col-span-2 text-sm text-muted">{formatMoment(at, zone)}</span>
          </li>
        )
      })}
    </ol>
  )
}
