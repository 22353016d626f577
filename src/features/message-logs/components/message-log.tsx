import { useQuery } from '@tanstack/react-query'
import { Eye, MailCheck, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import type { RowShown } from '#features/back-office/schema.ts'
import {
  type MessageStatus,
  messageStatuses,
  messageStatusWords,
} from '#features/notifications/message-status.ts'
import { formatCount } from '#platform/money.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { messageLogsClient } from '../client.ts'
import { logWords } from '../schema.ts'
import { MessageDialog } from './message-dialog.tsx'
import { MessageStatusBadge } from './message-status-badge.tsx'

const statusOf = ({ cells }: RowShown): MessageStatus | undefined =>
  messageStatuses.find((status) => status === cells.status)

/** The log of emails or texts: newest first, each with the message as it left. */
export function MessageLog({ channel }: { channel: 'email' | 'sms' }) {
  const [open, setOpen] = useState<string | null>(null)
  const isEmail = channel === 'email'
  return (
    <>
      <DeliveryFigures channel={channel} />
      <AdminListView
        list={isEmail ? 'email-logs' : 'sms-logs'}
        label={isEmail ? 'Email log' : 'SMS log'}
        failure={isEmail ? logWords.emailsNotLoaded : logWords.textsNotLoaded}
        empty={{
          icon: isEmail ? MailCheck : MessageSquareText,
          title: isEmail ? 'No emails yet' : 'No texts yet',
          text: isEmail ? 'Every email we send appears here.' : 'Every text we send appears here.',
        }}
        cells={{
          status: (row) => <MessageStatusBadge status={statusOf(row)} />,
          recipient: ({ cells }) => (
            <span className="block min-w-0 wrap-anywhere">
              {cells.recipientName ? (
                <bdi className="block font-medium">{String(cells.recipientName)}</bdi>
              ) : null}
              <span className="text-muted">{String(cells.recipient ?? '')}</span>
            </span>
          ),
          subject: ({ cells }) => <Words>{cells.subject}</Words>,
          message: ({ cells }) => <Words>{cells.message}</Words>,
          errorMessage: ({ cells }) => <Words>{cells.errorMessage}</Words>,
        }}
        actions={(row) =>
          statusOf(row) === 'scheduled' ? null : (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Open the message to ${row.cells.recipientName ?? row.cells.recipient}`}
              onClick={() => setOpen(row.id)}
            >
              <Eye aria-hidden />
              Open
            </Button>
          )
        }
      />
      {open ? <MessageDialog channel={channel} id={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

/** Words with room to be read in a narrow column. */
const Words = ({ children }: { children: string | number | boolean | null | undefined }) =>
  children ? (
    <bdi className="block wrap-anywhere md:min-w-36">{String(children)}</bdi>
  ) : (
    <span className="text-muted">–</span>
  )

const shown: Record<'email' | 'sms', readonly MessageStatus[]> = {
  email: ['sent', 'delivered', 'undelivered', 'complained', 'failed', 'skipped'],
  sms: ['sent', 'delivered', 'undelivered', 'failed', 'skipped'],
}

/** How many messages of the last days the provider accepted, delivered, or returned. */
function DeliveryFigures({ channel }: { channel: 'email' | 'sms' }) {
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
