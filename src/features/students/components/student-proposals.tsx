import { useQuery } from '@tanstack/react-query'
import { StatusBadge } from '#features/bookings/components/status-badge.tsx'
import { proposalsClient } from '#features/proposals/client.ts'
import { shownStatus } from '#features/proposals/proposal.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDay } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** A coach's proposals to one student, newest first. */
export function StudentProposals({
  studentId,
  conversationId,
}: {
  studentId: string
  conversationId: string | null
}) {
  const offers = useQuery(
    proposalsClient.between.queryOptions({ input: { personId: studentId }, staleTime: 15_000 }),
  )
  const href = conversationId ? `/inbox?conversation=${conversationId}` : '/proposals'
  return (
    <Card>
      <CardHeader title="Proposals" />
      {offers.isPending ? <Skeleton className="h-14 w-full" /> : null}
      {offers.isError ? (
        <p className="flex flex-wrap items-center gap-3 text-[0.9375rem] text-muted">
          Proposals could not be loaded.
          <Button size="sm" onClick={() => void offers.refetch()}>
            Try again
          </Button>
        </p>
      ) : null}
      {offers.data?.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">
          No proposals yet. Offer a lesson or package at your price; the student chooses a time and pays.
        </p>
      ) : null}
      <ul className="-my-1 divide-y divide-line">
        {offers.data?.toReversed().map((offer) => (
          <li key={offer.id} className="flex items-center gap-4 py-3">
            <div className="min-w-0 flex-1">
              <Anchor href={href} className="font-semibold wrap-anywhere hover:underline">
                {offer.title}
              </Anchor>
              <p className="tabular text-sm text-muted">
                {offer.lessons > 1 ? `${offer.lessons} lessons · ` : ''}
                offered {formatDay(offer.createdAt, offer.zone, { year: true })}
              </p>
            </div>
            <StatusBadge status={shownStatus(offer.status)} />
            <p className="tabular font-semibold">{formatMoney(offer.priceCents)}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
