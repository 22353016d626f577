import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#platform/money.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { messageLogsClient } from '../client.ts'
import { type MessageStatus, messageStatusWords } from '../schema.ts'

const shown: Record<'email' | 'sms', readonly MessageStatus[]> = {
  email: ['sent', 'delivered', 'undelivered', 'complained', 'failed', 'skipped'],
  sms: ['sent', 'delivered', 'undelivered', 'failed', 'skipped'],
}

/** How many messages of the last days the provider accepted, delivered, or returned. */
export function DeliveryFigures({ channel }: { channel: 'email' | 'sms' }) {
  const reading = useQuery(messageLogsClient.figures.queryOptions({ input: { channel } }))
  if (reading.isPending) return <Skeleton className="mb-5 h-20 w-full" />
  if (reading.isError) return null
  const { days, figures } = reading.data
  const countOf = (status: MessageStatus) => figures.find((one) => one.status === status)?.count ?? 0
  return (
    <div className="mb-5 rounded-card border px-5 py-3.5">
      <dl aria-label={`The last ${days} days`} className="flex flex-wrap gap-x-8 gap-y-3">
        {shown[channel].map((status) => (
          <div key={status}>
            <dt className="text-sm text-muted">
              {status === 'sent' ? 'Sent, no delivery report yet' : messageStatusWords[status]}
            </dt>
            <dd className="tabular text-lg font-semibold">{formatCount(countOf(status))}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">
        The last {days} days. A message is sent when the provider accepts it, and delivered when the provider
        reports its arrival.
      </p>
    </div>
  )
}
