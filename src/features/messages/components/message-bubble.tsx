import { memo } from 'react'
import { cn } from '#ui/class-names.ts'
import { useConversationParts } from './conversation-parts.ts'
import { MessageAttachments } from './message-attachments.tsx'
import { MessageText } from './message-text.tsx'
import type { ShownMessage } from './shown-message.ts'
import { WaitingFiles } from './waiting-files.tsx'

/** One message: text, attachments and extras. */
export const MessageBubble = memo(function MessageBubble({
  message,
  isOwn,
  who,
  isLast,
  isFound,
}: {
  message: ShownMessage
  isOwn: boolean
  who: string
  /** The last message of a turn has the corner that points to its sender. */
  isLast: boolean
  /** Highlighted as the target of a search. */
  isFound: boolean
}) {
  const { Extras } = useConversationParts()
  const isAssistant = message.type === 'ai_response'
  const hasWords = message.content !== ''
  return (
    <div
      className={cn(
        'flex w-fit max-w-full min-w-0 flex-col gap-1.5',
        isOwn && 'items-end',
        message.attachments.length + message.files.length > 0 && 'w-80',
      )}
    >
      {message.files.length > 0 ? <WaitingFiles me={message.senderId} files={message.files} /> : null}
      <MessageAttachments attachments={message.attachments} who={who} />
      {hasWords ? (
        <div
          className={cn(
            'max-w-full overflow-clip rounded-card px-4 py-2.5 text-base leading-relaxed',
            isAssistant
              ? 'border border-dashed border-line-strong bg-surface-raised'
              : isOwn
                ? message.delivery === 'waiting' || message.delivery === 'refused'
                  ? 'border border-dashed border-brand bg-brand-soft text-ink'
                  : 'bg-brand text-on-brand'
                : 'border bg-surface-raised',
            isLast && (isOwn ? 'rounded-br-sm' : 'rounded-bl-sm'),
            message.delivery === 'refused' && 'border-danger',
            isFound && 'outline-2 outline-offset-2 outline-accent',
          )}
        >
          <MessageText text={message.content} />
        </div>
      ) : null}
      {Extras && message.data ? <Extras message={message} isOwn={isOwn} /> : null}
    </div>
  )
})
