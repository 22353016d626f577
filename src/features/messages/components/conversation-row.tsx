import { Link } from '@tanstack/react-router'
import { BellOff, Sparkles } from 'lucide-react'
import { formatMoment } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { cn } from '#ui/class-names.ts'
import { CountBadge } from '#ui/count-badge.tsx'
import type { Conversation } from '../schema.ts'
import { shortMoment } from '../timeline.ts'
import type { InboxAddress } from './inbox-address.ts'

/** A row of the list: the other participant, the time, the last message, and whether it is unread. */
export function ConversationRow({
  conversation,
  me,
  draft,
  isOpen,
  address,
}: {
  conversation: Conversation
  me: string
  /** The user's unsent draft in this conversation. */
  draft: string | undefined
  isOpen: boolean
  address: InboxAddress
}) {
  const { id, other, lastMessage, isUnread, unreadCount, isMuted, assistant } = conversation
  const count = isUnread ? Math.max(unreadCount, 1) : 0
  return (
    <Link
      to="/inbox"
      search={{ ...address, conversation: id, at: undefined }}
      aria-current={isOpen ? 'page' : undefined}
      data-row
      className="group flex gap-3 rounded-control px-3 py-3 transition-colors hover:bg-surface-hover focus-visible:-outline-offset-2 aria-[current=page]:bg-brand-soft"
    >
      <span className="relative shrink-0 self-start">
        <Avatar name={other.name} src={other.pictureUrl} decorative />
        {other.isActive ? (
          <span className="absolute right-0 bottom-0 size-3 rounded-full border-2 border-surface bg-fresh">
            <span className="sr-only">Active now</span>
          </span>
        ) : null}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className={cn('truncate', isUnread ? 'font-bold' : 'font-semibold')}>
            <bdi>{other.name}</bdi>
          </span>
          {lastMessage ? <RowTime at={lastMessage.sentAt} isUnread={isUnread} /> : null}
        </span>
        <span className="mt-0.5 flex items-center gap-2">
          <span
            className={cn(
              'min-w-0 flex-1 truncate text-[0.9375rem]',
              isUnread ? 'font-semibold text-ink' : 'text-muted',
            )}
          >
            {draft ? (
              <>
                <span className="font-semibold text-accent">Draft: </span>
                <bdi>{draft}</bdi>
              </>
            ) : (
              <>
                {lastMessage?.type === 'ai_response'
                  ? 'AI Caddie: '
                  : lastMessage?.senderId === me
                    ? 'You: '
                    : ''}
                <bdi>{lastMessage?.preview ?? 'No messages yet'}</bdi>
              </>
            )}
          </span>
          {isMuted ? <BellOff aria-label="Muted" className="size-3.5 shrink-0 text-muted" /> : null}
          {assistant.needsHuman && conversation.side === 'coach' ? (
            <Badge tone="yellow" icon={Sparkles} className="shrink-0">
              Needs you
            </Badge>
          ) : null}
          <CountBadge count={count} label="unread" />
        </span>
      </span>
    </Link>
  )
}

/** Empty until the user's time zone is known. */
function RowTime({ at, isUnread }: { at: string; isUnread: boolean }) {
  const zone = useViewerZone()
  const now = useNow(60_000)
  return (
    <time
      dateTime={at}
      title={zone ? formatMoment(at, zone) : undefined}
      className={cn(
        'tabular shrink-0 text-[0.8125rem]',
        isUnread ? 'font-semibold text-accent' : 'text-muted',
      )}
    >
      {zone && now ? shortMoment(at, now, zone) : null}
    </time>
  )
}
