import { Eye } from 'lucide-react'
import { useState } from 'react'
import { AdminList } from '#features/back-office/components/admin-list.tsx'
import type { RowShown } from '#features/back-office/schema.ts'
import { Button } from '#ui/button.tsx'
import { logWords, type MessageStatus, messageStatuses } from '../schema.ts'
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
      <AdminList
        list={isEmail ? 'email-logs' : 'sms-logs'}
        label={isEmail ? 'Email log' : 'SMS log'}
        failure={isEmail ? logWords.emailsNotLoaded : logWords.textsNotLoaded}
        empty={{
          title: isEmail ? 'No emails yet' : 'No texts yet',
          text: isEmail ? 'Every email we send stands here.' : 'Every text we send stands here.',
        }}
        cells={{
          status: (row) => <MessageStatusBadge status={statusOf(row)} />,
          errorMessage: ({ cells }) =>
            cells.errorMessage ? (
              <span className="text-sm wrap-anywhere">{String(cells.errorMessage)}</span>
            ) : (
              <span className="text-muted">–</span>
            ),
        }}
        actions={(row) =>
          statusOf(row) === 'scheduled' ? null : (
            <Button size="sm" variant="ghost" onClick={() => setOpen(row.id)}>
              <Eye aria-hidden />
              Open
              <span className="sr-only">{` the message to ${row.cells.recipientName ?? row.cells.recipient}`}</span>
            </Button>
          )
        }
      />
      {open ? <MessageDialog channel={channel} id={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
