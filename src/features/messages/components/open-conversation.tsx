import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import type { Conversation, Message } from '../schema.ts'
import type { Stretch } from '../timeline.ts'
import { ArrivalAnnouncer } from './arrival-announcer.tsx'
import { Composer } from './composer.tsx'
import { ComposerClosed } from './composer-closed.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { useConversationParts } from './conversation-parts.ts'
import { patchConversation } from './conversation-queries.ts'
import type { InboxAddress } from './inbox-address.ts'
import { JumpToNewest } from './jump-to-newest.tsx'
import { ReportConversationDialog } from './report-conversation-dialog.tsx'
import { type ShownMessage, shownMessages } from './shown-message.ts'
import { NotLoaded, TimelineView } from './timeline-view.tsx'
import { TypingMark } from './typing-mark.tsx'
import { useConversationLive } from './use-conversation-live.ts'
import { useKeptPlace } from './use-kept-place.ts'
import { useMarkRead } from './use-mark-read.ts'
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
