import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { CountBadge } from '#ui/count-badge.tsx'
import { messagesClient } from '../client.ts'
import { messagePreview } from '../message.ts'
import type { Conversation, Message } from '../schema.ts'
import type { Stretch } from '../timeline.ts'
import { Composer } from './composer.tsx'
import { ComposerClosed } from './composer-closed.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { useConversationParts } from './conversation-parts.ts'
import { refreshInbox } from './conversation-queries.ts'
import type { InboxAddress } from './inbox-address.ts'
import { patchConversation } from './patch-conversation.ts'
import { ReportConversationDialog } from './report-conversation-dialog.tsx'
import { type ShownMessage, shownMessages } from './shown-message.ts'
import { NotLoaded, TimelineView } from './timeline-view.tsx'
import { useConversationLive } from './use-conversation-live.ts'
import { useKeptPlace } from './use-kept-place.ts'
import { useRequestText } from './use-request-text.ts'
import { pageSenderOf, useSenderState } from './use-sender.ts'
import type { Timeline } from './use-timeline.ts'

/** An open conversation: header, messages and composer. */
export function OpenConversation({
  conversation,
  timeline,
  stretch,
  me,
  address,
}: {
  conversation: Conversation
  timeline: Timeline
  /** The loaded part of the conversation. */
  stretch: Stretch<Message>
  me: Me
  address: InboxAddress
}) {
  const { id: conversationId, other } = conversation
  const { Notes } = useConversationParts()
  const queryClient = useQueryClient()
  const asked = useRequestText(conversation.side === 'student' ? other.userId : null, address)
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the request is in the field, it is removed from the URL.
  useEffect(() => {
    const search = { ...address, time: undefined, duration: undefined, place: undefined }
    if (asked) void navigate({ to: '/inbox', search, replace: true })
  }, [asked])
  const { append, catchUp, jumpTo } = timeline
  const senderState = useSenderState(me.userId)
  const [latest, setLatest] = useState<Message | null>(null)
  const [reporting, setReporting] = useState<ShownMessage | null>(null)
  const [reported, setReported] = useState<ReadonlySet<string>>(new Set())
  const own = senderState.outbox.filter(({ thread }) => thread === conversationId)
  const messages = shownMessages(stretch.messages, own, me.userId, senderState)
  const place = useKeptPlace(messages.map(({ id }) => id).join(), stretch.hasNewer)

  const { isTyping, sayTyping } = useConversationLive(conversationId, me.userId, {
    onMessage: (message) => {
      // The user's own messages are added by the response to sending them, with the id used on the page.
      const isOnItsWay = message.senderId === me.userId && senderState.sending !== null
      if (!isOnItsWay || message.clientId !== null) append(message)
      if (message.senderId !== me.userId) setLatest(message)
    },
    onMissed: () => void catchUp().catch(() => undefined),
  })
  useEffect(
    () =>
      pageSenderOf(me.userId).onSent((_, { message }) => {
        if (message.conversationId !== conversationId) return
        append(message)
        patchConversation(queryClient, conversationId, (known) => ({
          ...known,
          lastReadPosition: Math.max(known.lastReadPosition, message.position),
        }))
      }),
    [me.userId, conversationId, append, queryClient],
  )
  useEffect(() => {
    if (address.at !== undefined) void jumpTo(address.at)
  }, [address.at, jumpTo])

  const sender = useCallback(() => pageSenderOf(me.userId), [me.userId])
  const last = stretch.messages.at(-1)?.position ?? 0
  const isAtNewest = place.isAtEnd && !stretch.hasNewer
  useMarkRead(conversationId, isAtNewest && last > 0 ? last : null, conversation.lastReadPosition)
  const newFrom = useFirstNew(stretch.messages, conversation.lastReadPosition, me.userId)
  const newest = Math.max(last, latest?.position ?? 0, conversation.lastMessage?.position ?? 0)

  return (
    <>
      <ConversationHeader conversation={conversation} me={me} address={address} />
      {Notes ? <Notes conversation={conversation} me={me} /> : null}
      <div className="relative flex min-h-0 flex-1 flex-col">
        {timeline.failed === 'jump' ? (
          <div className="flex min-h-14 items-center justify-center border-b px-3">
            <NotLoaded what="That message" onRetry={() => address.at !== undefined && jumpTo(address.at)} />
          </div>
        ) : null}
        <TimelineView
          messages={messages}
          timeline={timeline}
          place={place}
          me={me.userId}
          other={other.name}
          readTo={other.lastReadPosition}
          newFrom={newFrom}
          found={address.at ?? null}
          sender={sender}
          onReport={setReporting}
          reported={reported}
        >
          {isTyping ? <TypingMark name={other.label} /> : null}
        </TimelineView>
        <JumpToNewest
          isShown={!isAtNewest}
          count={newest - conversation.lastReadPosition}
          onJump={() => void timeline.jumpToNewest().then(place.scrollToEnd)}
        />
      </div>
      {reporting ? (
        <ReportConversationDialog
          conversation={conversation}
          message={reporting}
          onReported={(id) => setReported((known) => new Set(known).add(id))}
          onClose={() => setReporting(null)}
        />
      ) : null}
      <ArrivalAnnouncer message={latest} name={other.name} />
      {conversation.isBlocked || conversation.isSuspended || other.isGone ? (
        <ComposerClosed conversation={conversation} />
      ) : (
        <Composer
          key={conversationId}
          me={me.userId}
          thread={conversationId}
          to={other.label}
          isFocused
          suggestion={asked}
          onTyping={sayTyping}
          onSent={() => void timeline.jumpToNewest().then(place.scrollToEnd)}
        />
      )}
    </>
  )
}

/** Where the new messages began when the conversation was opened; it does not move while reading. */
function useFirstNew(messages: readonly Message[], readTo: number, me: string) {
  const [first] = useState(
    () => messages.find((one) => one.senderId !== me && one.position > readTo)?.position ?? null,
  )
  return first
}

/**
 * Announces new messages from the other participant to screen readers; existing messages are not announced.
 */
function ArrivalAnnouncer({ message, name }: { message: Message | null; name: string }) {
  const [text, setText] = useState('')
  const last = useRef(message?.id)
  useEffect(() => {
    if (!message || message.id === last.current) return
    last.current = message.id
    const who = message.type === 'ai_response' ? `AI Caddie for ${name}` : name
    setText(`${who}: ${messagePreview(message) || 'sent something'}`)
  }, [message, name])
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}

/** A button to scroll to the newest message, with the number of new messages. */
function JumpToNewest({ isShown, count, onJump }: { isShown: boolean; count: number; onJump: () => void }) {
  return (
    <div
      className={cn(
        'pointer-events-none absolute inset-x-0 bottom-3 z-10 flex justify-center transition-[opacity,translate,visibility] duration-200',
        !isShown && 'invisible translate-y-2 opacity-0',
      )}
    >
      <Button size="sm" onClick={onJump} className="pointer-events-auto rounded-full shadow-float">
        <ArrowDown aria-hidden />
        {count > 0 ? 'New messages' : 'Newest'}
        <CountBadge count={count} label="new" />
      </Button>
    </div>
  )
}

/** The typing indicator, with a text for screen readers. Not a live region, because it changes too often. */
function TypingMark({ name }: { name: string }) {
  return (
    <p className="flex animate-fade-in items-center gap-2.5 text-sm text-muted">
      <span
        aria-hidden
        className="flex h-8 items-center gap-1 rounded-card rounded-bl-sm border bg-surface-raised px-3"
      >
        <span className="size-1.5 animate-breathe rounded-full bg-muted" />
        <span className="size-1.5 animate-breathe rounded-full bg-muted [animation-delay:200ms]" />
        <span className="size-1.5 animate-breathe rounded-full bg-muted [animation-delay:400ms]" />
      </span>
      <span>
        <bdi>{name}</bdi> is typing…
      </span>
    </p>
  )
}

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Reports how far the user has read, once the messages are visible.
 * @param position of the last visible message; null while it is covered
 * @param known the position read before
 */
function useMarkRead(conversationId: string, position: number | null, known: number) {
  const queryClient = useQueryClient()
  const isVisible = useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible',
    () => false,
  )
  const said = useRef(0)
  useEffect(() => {
    if (position === null || !isVisible || position <= Math.max(known, said.current)) return
    said.current = position
    messagesClient.markRead
      .call({ conversationId, position })
      .then(() => {
        patchConversation(queryClient, conversationId, (one) => ({
          ...one,
          lastReadPosition: Math.max(one.lastReadPosition, position),
        }))
        return refreshInbox(queryClient)
      })
      .catch(() => {
        // After a failure it is reported again with the next message or when the page becomes visible.
        said.current = 0
      })
  }, [conversationId, position, known, isVisible, queryClient])
}
