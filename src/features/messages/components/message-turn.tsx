import { Flag, Sparkles } from 'lucide-react'
import { memo } from 'react'
import { formatClockTime, formatMoment } from '#platform/time.ts'
import { cn } from '#ui/class-names.ts'
import { ANSWERED_AUTOMATICALLY, ASSISTANT_NAME } from '../message.ts'
import type { Turn } from '../timeline.ts'
import { MessageBubble } from './message-bubble.tsx'
import { MessageMenu } from './message-menu.tsx'
import { MessageState } from './message-state.tsx'
import type { ShownMessage } from './shown-message.ts'
import type { PageSender } from './use-sender.ts'

export type MessageTurnProps = {
  turn: Turn<ShownMessage>
  isOwn: boolean
  /** The sender: `You`, or the other participant's name. */
  who: string
  zone: string | null
  /**
   * The id of the user's message that shows its delivery state; null for messages of the other participant.
   */
  stateOf: string | null
  isStateRead: boolean
  found: number | null
  sender: () => PageSender
  /** Reports a message of the other participant; omitted if reporting is not possible. */
  onReport?: (message: ShownMessage) => void
  /** Messages that were just reported. */
  reported?: ReadonlySet<string>
}

/** Consecutive messages of one sender, with name and time above and the delivery state below. */
export const MessageTurn = memo(function MessageTurn(props: MessageTurnProps) {
  const { turn, isOwn, who, zone, found, onReport, reported } = props
  const [first] = turn.entries
  const isAssistant = turn.voice === 'ai_response'
  return (
    <li className={cn('flex flex-col gap-1 py-1.5', isOwn ? 'items-end' : 'items-start')}>
      <p
        className={cn(
          'flex min-h-5 items-center gap-2 px-1 text-[0.8125rem] text-muted',
          isOwn && 'flex-row-reverse',
        )}
      >
        {isAssistant ? (
          <span className="inline-flex items-center gap-1 font-semibold text-brand">
            <Sparkles aria-hidden className="size-3.5" />
            {ASSISTANT_NAME}
            <span className="font-normal text-muted">
              <span className="max-sm:sr-only">
                for <bdi>{isOwn ? 'you' : who}</bdi> ·{' '}
              </span>
              {ANSWERED_AUTOMATICALLY}
            </span>
          </span>
        ) : (
          <span className={cn('font-semibold text-ink', isOwn && 'sr-only')}>
            <bdi>{who}</bdi>
          </span>
        )}
        {zone && first ? (
          <time dateTime={first.sentAt} title={formatMoment(first.sentAt, zone)} className="tabular">
            {formatClockTime(first.sentAt, zone)}
          </time>
        ) : null}
      </p>
      <ul className={cn('flex w-full flex-col gap-1', isOwn ? 'items-end' : 'items-start')}>
        {turn.entries.map((message, index) => (
          <li
            key={message.id}
            data-entry={message.id}
            data-position={message.position ?? undefined}
            className={cn(
              'flex min-w-0 flex-col gap-1',
              // Leaves space for the menu next to messages of the other participant.
              isOwn
                ? 'max-w-[min(34rem,86%)] items-end'
                : 'max-w-[min(36.25rem,calc(86%+2.25rem))] items-start',
            )}
          >
            <div
              data-card={message.data ? '' : undefined}
              className={cn(
                'group/message flex max-w-full min-w-0 gap-1',
                isOwn && 'justify-end',
                // On phones a card takes the full width.
                message.data && 'max-sm:flex-col max-sm:gap-0',
              )}
            >
              <MessageBubble
                message={message}
                isOwn={isOwn}
                who={who}
                isLast={index === turn.entries.length - 1}
                isFound={found !== null && message.position === found}
              />
              {onReport && !isOwn ? <MessageMenu message={message} who={who} onReport={onReport} /> : null}
            </div>
            {message.messageId && reported?.has(message.messageId) ? (
              <p className="flex items-center gap-1 px-1 text-xs text-muted">
                <Flag aria-hidden className="size-3.5" />
                You reported this message
              </p>
            ) : null}
            {isOwn && (message.delivery !== 'arrived' || message.id === props.stateOf) ? (
              <MessageState message={message} isRead={props.isStateRead} zone={zone} sender={props.sender} />
            ) : null}
          </li>
        ))}
      </ul>
    </li>
  )
})
