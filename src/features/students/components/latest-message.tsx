import { formatDay } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { cn } from '#ui/class-names.ts'
import type { RosterRow } from '../schema.ts'

/** The latest message between coach and student as a link to the conversation, with a dot when unread. */
export function LatestMessage({
  word,
  zone,
  className,
}: {
  word: NonNullable<RosterRow['lastWord']>
  zone: string
  className?: string
}) {
  return (
    <Anchor
      href={`/inbox?conversation=${word.conversationId}`}
      className={cn('group block min-w-0 text-sm', className)}
    >
      <span className="flex items-center gap-1.5 text-muted">
        {word.isUnread ? (
          <>
            <span aria-hidden className="size-2 shrink-0 rounded-full bg-accent" />
            <span className="font-semibold text-ink">Unread</span>
            <span aria-hidden>·</span>
          </>
        ) : null}
        <span className="tabular whitespace-nowrap">{formatDay(word.at, zone)}</span>
      </span>
      <span
        className={cn(
          'block truncate group-hover:underline',
          word.isUnread ? 'font-medium text-ink' : 'text-muted',
        )}
      >
        {word.isFromAssistant ? 'AI Caddie: ' : word.isOwn ? 'You: ' : ''}
        <bdi>{word.preview}</bdi>
      </span>
    </Anchor>
  )
}
