import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive, MessagesSquare, SearchX } from 'lucide-react'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { conversationList } from './conversation-queries.ts'
import type { InboxAddress } from './inbox-address.ts'

/** The empty state of the list, with a suggestion. */
export function NoConversations({ role, address }: { role: string; address: InboxAddress }) {
  const look = 'border-0 px-4'
  if (address.q)
    return (
      <EmptyState icon={SearchX} title="No results" className={look}>
        No conversation matches “<bdi>{address.q}</bdi>”.
      </EmptyState>
    )
  if (address.show === 'archived')
    return (
      <EmptyState icon={Archive} title="No archived conversations" className={look}>
        Conversations you archive are listed here. A new message moves them back to the inbox.
      </EmptyState>
    )
  if (role === 'coach')
    return (
      <EmptyState icon={MessagesSquare} title="Your inbox is empty" className={look}>
        When a student writes to you, the conversation appears here.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={MessagesSquare}
      title="Your inbox is empty"
      className={look}
      action={
        <LinkButton href="/" variant="brand" size="sm">
          Find a coach
        </LinkButton>
      }
    >
      Ask a coach a question before you book. Replies appear here.
    </EmptyState>
  )
}

/** Shown in the conversation pane if no conversation is open. */
export function NothingOpen({ address }: { address: InboxAddress }) {
  const list = useInfiniteQuery(conversationList({ archived: address.show === 'archived', query: address.q }))
  const isEmpty = list.data?.pages[0]?.conversations.length === 0
  return (
    <div className="hidden flex-1 place-items-center bg-surface-sunken/50 @3xl:grid">
      <div className="max-w-[34ch] px-6 text-center">
        <MessagesSquare aria-hidden strokeWidth={1.25} className="mx-auto size-10 text-brand" />
        <p className="mt-4 font-display text-2xl font-[560]">
          {isEmpty ? 'No conversation open' : 'Pick a conversation'}
        </p>
        <p className="mt-2 text-[0.9375rem] text-muted">
          {isEmpty
            ? 'Messages, swing photos, proposals and booked lessons in one place.'
            : 'Or search on the left for a name or a message.'}
        </p>
      </div>
    </div>
  )
}
