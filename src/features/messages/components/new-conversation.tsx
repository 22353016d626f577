import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { useNow } from '#platform/use-now.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Avatar } from '#ui/avatar.tsx'
import type { RequestedTime } from '../requested-time.ts'
import type { Recipient } from '../schema.ts'
import { daysOf } from '../timeline.ts'
import { Composer } from './composer.tsx'
import { BackToList } from './conversation-header.tsx'
import { MessageTurn } from './message-turn.tsx'
import { shownMessages } from './shown-message.ts'
import { useRequestText } from './use-request-text.ts'
import { pageSenderOf, threadTo, useSenderState } from './use-sender.ts'

/** A conversation that will be created with the first message. */
export function NewConversation({
  recipient,
  me,
  request,
}: {
  recipient: Recipient
  me: Me
  /** The lesson time to ask for. */
  request: RequestedTime
}) {
  const navigate = useNavigate()
  const zone = useViewerZone()
  const now = useNow(60_000)
  const state = useSenderState(me.userId)
  const thread = threadTo(recipient)
  const asked = useRequestText(recipient.side === 'coach' ? recipient.userId : null, request)
  const waiting = state.outbox.filter((message) => message.thread === thread)
  const messages = shownMessages([], waiting, me.userId, state)

  useEffect(
    () =>
      pageSenderOf(me.userId).onSent((message, { conversationId }) => {
        if (message.thread === thread)
          void navigate({ to: '/inbox', search: { conversation: conversationId }, replace: true })
      }),
    [me.userId, thread, navigate],
  )

  return (
    <>
      <header className="flex min-h-16 items-center gap-2 border-b px-2 py-2 sm:gap-3 sm:px-4">
        <BackToList address={{}} />
        <Avatar name={recipient.name} src={recipient.pictureUrl} decorative />
        <div className="min-w-0 flex-1 leading-tight">
          <h2 className="truncate text-lg sm:text-xl">
            <bdi>{recipient.name}</bdi>
          </h2>
          <p className="text-sm text-muted">New conversation</p>
        </div>
      </header>
      <div className="flex min-h-0 flex-1 flex-col justify-end overflow-y-auto px-3 pb-3 sm:px-5">
        {messages.length === 0 ? (
          <div className="m-auto max-w-[42ch] text-center">
            <p className="font-display text-2xl font-[560]">
              Say hello to <bdi>{recipient.label}</bdi>
            </p>
            <p className="mt-2 text-[0.9375rem] text-muted">
              {recipient.side === 'coach'
                ? 'Say what you would like to work on and when you have time.'
                : 'Your first message starts the conversation.'}
            </p>
          </div>
        ) : null}
        {daysOf(messages, zone ?? 'UTC').map((day) => (
          <ol key={day.date}>
            {day.turns.map((turn) => (
              <MessageTurn
                key={turn.key}
                turn={turn}
                isOwn
                who="You"
                zone={now ? zone : null}
                stateOf={null}
                isStateRead={false}
                found={null}
                sender={() => pageSenderOf(me.userId)}
              />
            ))}
          </ol>
        ))}
      </div>
      <Composer me={me.userId} thread={thread} to={recipient.label} suggestion={asked} isFocused />
    </>
  )
}
