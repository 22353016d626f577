import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { cn } from '#ui/class-names.ts'
import { type Drafts, withChosenFiles } from '../message-draft.ts'
import { kindOf } from '../unsent-file.ts'
import { oneConversation } from './conversation-queries.ts'
import { ConversationSkeleton, ConversationTrouble } from './conversation-states.tsx'
import type { InboxAddress } from './inbox-address.ts'
import { InboxFrame } from './inbox-frame.tsx'
import { InboxList } from './inbox-list.tsx'
import { NothingOpen } from './inbox-states.tsx'
import { OpenConversation } from './open-conversation.tsx'
import { filesOf } from './use-files.ts'
import { keptDrafts } from './use-message-draft.ts'
import { useTimeline } from './use-timeline.ts'

/** The list on the left, the open conversation on the right; on narrow pages only one is visible. */
export function Inbox({ me, address, settings }: { me: Me; address: InboxAddress; settings: ReactNode }) {
  const navigate = useNavigate()
  const page = useRef<HTMLDivElement>(null)
  const [drafts, setDrafts] = useState<Drafts>({})
  const { conversation } = address
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drafts in the list are updated when another conversation is opened.
  useEffect(() => {
    let isOver = false
    const texts = keptDrafts(me.userId)
    setDrafts(texts)
    void filesOf(me.userId)
      .store.all()
      .then((kept) => {
        const files = kept.filter(({ isDraft }) => isDraft)
        if (!isOver && files.length > 0)
          setDrafts(
            withChosenFiles(
              texts,
              files.map((file) => ({ ...file, kind: kindOf(file.type) })),
            ),
          )
      })
    return () => {
      isOver = true
    }
  }, [me.userId, conversation])

  /** Escape returns to the list. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || !conversation) return
    const row = page.current?.querySelector<HTMLElement>('[data-row][aria-current=page]')
    if (row?.checkVisibility()) row.focus()
    else void navigate({ to: '/inbox', search: { ...address, conversation: undefined, at: undefined } })
  }

  return (
    <InboxFrame>
      <div ref={page} className="contents">
        <InboxList
          me={me}
          address={address}
          drafts={drafts}
          settings={settings}
          className={cn(conversation && '@max-3xl:hidden')}
        />
        {conversation ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: Escape is handled wherever the focus is inside.
          <div onKeyDown={onKeyDown} className="flex min-w-0 flex-1 flex-col">
            <ConversationPane key={conversation} conversationId={conversation} me={me} address={address} />
          </div>
        ) : (
          <NothingOpen address={address} />
        )}
      </div>
    </InboxFrame>
  )
}

/** A conversation, or its loading or error state. Must be remounted for another conversation. */
function ConversationPane({
  conversationId,
  me,
  address,
}: {
  conversationId: string
  me: Me
  address: InboxAddress
}) {
  const conversation = useQuery(oneConversation(conversationId))
  const timeline = useTimeline(conversationId)
  if (conversation.isError && !conversation.data)
    return <ConversationTrouble error={conversation.error} address={address} onRetry={conversation.refetch} />
  if (timeline.query.isError && !timeline.stretch)
    return (
      <ConversationTrouble error={timeline.query.error} address={address} onRetry={timeline.query.refetch} />
    )
  if (!conversation.data || !timeline.stretch) return <ConversationSkeleton address={address} />
  return (
    <OpenConversation
      conversation={conversation.data}
      timeline={timeline}
      stretch={timeline.stretch}
      me={me}
      address={address}
    />
  )
}
