import { Eye, MailCheck, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import type { RowShown } from '#features/back-office/schema.ts'
import { Button } from '#ui/button.tsx'
import { logWords, type MessageStatus, messageStatuses } from '../schema.ts'
import { DeliveryFigures } from './delivery-figures.tsx'
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
