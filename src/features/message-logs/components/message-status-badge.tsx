import { MailX } from 'lucide-react'
import { type MessageStatus, messageStatusWords } from '#features/notifications/message-status.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const tones: Record<MessageStatus, BadgeTone> = {
  scheduled: 'yellow',
  sending: 'yellow',
  sent: 'blue',
  delivered: 'green',
  undelivered: 'red',
  complained: 'red',
  failed: 'red',
  skipped: 'neutral',
}

/** What became of a message, in a word. */
export function MessageStatusBadge({ status }: { status: MessageStatus | undefined }) {
  if (!status) return null
  return (
    <Badge tone={tones[status]} {...(status === 'skipped' ? { icon: MailX } : {})}>
      {messageStatusWords[status]}
    </Badge>
  )
}
