import { Check, CheckCheck, CircleAlert, Clock, CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatClockTime } from '#platform/time.ts'
import type { ShownMessage } from './shown-message.ts'
import type { PageSender } from './use-sender.ts'

/** The delivery state below one of the user's own messages. */
export function MessageState({
  message,
  isRead,
  zone,
  sender,
}: {
  message: ShownMessage
  isRead: boolean
  zone: string | null
  sender: () => PageSender
}) {
  if (message.delivery === 'refused') return <Refused message={message} sender={sender} />
  if (message.delivery === 'waiting')
    return <Line icon={<CloudOff aria-hidden />}>Waiting for connection</Line>
  if (message.delivery === 'sending') return <Line icon={<Clock aria-hidden />}>Sending…</Line>
  return (
    <Line icon={isRead ? <CheckCheck aria-hidden className="text-brand" /> : <Check aria-hidden />}>
      {isRead ? 'Read' : 'Sent'}
      {zone ? <span className="sr-only"> {formatClockTime(message.sentAt, zone)}</span> : null}
    </Line>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-center gap-1 text-xs text-muted [&_svg]:size-3.5">
      {icon}
      <span>{children}</span>
    </p>
  )
}

function Refused({ message, sender }: { message: ShownMessage; sender: () => PageSender }) {
  const action = 'font-semibold underline underline-offset-2'
  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm text-danger">
      <span className="flex items-center gap-1.5">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        Not sent. {message.refusal}
      </span>
      <button type="button" className={action} onClick={() => sender().retry(message.id)}>
        Try again
      </button>
      <button type="button" className={action} onClick={() => sender().discard(message.id)}>
        Delete
      </button>
    </div>
  )
}
