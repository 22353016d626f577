import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { payoutsClient } from '../client.ts'
import type { moneyTimelineSchema } from '../schema.ts'
import type { TimelineKind } from '../timeline.ts'
import { adminTimelineWords } from '../timeline-admin-words.ts'
import { MoneyUnreadable } from './money-unreadable.tsx'

/** All transactions of a lesson, oldest first. @param zone the time zone for displayed times */
export function LessonLedger({ bookingId, zone }: { bookingId: string; zone: string }) {
  const reading = useQuery(payoutsClient.timeline.queryOptions({ input: { bookingId }, staleTime: 0 }))
  return <Ledger reading={reading} zone={zone} />
}

/** The same of a payment that is not for a lesson. */
export function PaymentLedger({ paymentId, zone }: { paymentId: string; zone: string }) {
  const reading = useQuery(payoutsClient.paymentTimeline.queryOptions({ input: { paymentId }, staleTime: 0 }))
  return <Ledger reading={reading} zone={zone} />
}

function Ledger({
  reading,
  zone,
}: {
  reading: UseQueryResult<z.infer<typeof moneyTimelineSchema>>
  zone: string
}) {
  if (reading.isPending) return <Skeleton className="h-64 w-full" />
  if (reading.isError) return <MoneyUnreadable error={reading.error} onRetry={() => void reading.refetch()} />
  if (reading.data.length === 0) return <p className="text-muted">No money has moved yet.</p>
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">Movements of this money and the balance after each</caption>
      <thead className="text-muted">
        <tr>
          <th scope="col" className="pb-1.5 font-medium">
            Movement
          </th>
          <th scope="col" className="pb-1.5 pl-3 text-right font-medium">
            Amount
          </th>
          <th scope="col" className="pb-1.5 pl-3 text-right font-medium">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {reading.data.map((item) => {
          const { kind, at, amountCents, changeCents, balanceCents } = item
          const isMovement = changeCents !== undefined
          return (
            <tr
              key={`${kind} ${at} ${amountCents}`}
              className={isMovement ? 'border-t align-top' : 'align-top text-muted'}
            >
              <td className={isMovement ? 'py-1.5 font-medium' : 'py-1 pl-4'}>
                {adminTimelineWords[kind]}
                {isMovement || !parts.has(kind) ? (
                  <span className="tabular block text-[0.8125rem] font-normal text-muted">
                    {formatMoment(at, zone, { year: true })}
                  </span>
                ) : null}
              </td>
              <td className={`tabular pl-3 text-right whitespace-nowrap ${isMovement ? 'py-1.5' : 'py-1'}`}>
                {isMovement ? (
                  <span className="font-semibold">{signed(changeCents)}</span>
                ) : (
                  formatMoney(amountCents)
                )}
              </td>
              <td className={`tabular pl-3 text-right whitespace-nowrap ${isMovement ? 'py-1.5' : 'py-1'}`}>
                {balanceCents === undefined ? null : formatMoney(balanceCents)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Line items that break down the amount of the transaction above them. */
const parts: ReadonlySet<TimelineKind> = new Set([
  'fee',
  'subsidy',
  'held',
  'fee_returned',
  'subsidy_returned',
  'share_returned',
])

const signed = (cents: number) => `${cents < 0 ? '−' : '+'}${formatMoney(Math.abs(cents))}`
