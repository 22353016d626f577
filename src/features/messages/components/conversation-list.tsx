import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Drafts } from '../message-draft.ts'
import { conversationList } from './conversation-queries.ts'
import { ConversationRow } from './conversation-row.tsx'
import type { InboxAddress } from './inbox-address.ts'
import { NoConversations } from './inbox-states.tsx'
import { useInView } from './use-in-view.ts'

/**
 * The conversations matching the URL, newest first, with infinite scrolling. Arrow keys move between the
 * rows.
 */
export function ConversationList({
  me,
  role,
  address,
  drafts,
}: {
  me: string
  role: string
  address: InboxAddress
  drafts: Drafts
}) {
  const list = useInfiniteQuery(conversationList({ archived: address.show === 'archived', query: address.q }))
  const conversations = list.data?.pages.flatMap((page) => page.conversations) ?? []
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const more = useInView(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  })
  const rows = useRef<HTMLUListElement>(null)

  // Scrolls the open conversation into view after navigation.
  const isThere = conversations.length > 0
  useEffect(() => {
    if (isThere) rows.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [isThere])

  if (list.isPending) return <RowSkeletons />
  if (list.isError && conversations.length === 0)
    return (
      <div role="alert" className="px-4 py-8 text-center">
        <p className="text-[0.9375rem]">Your conversations could not be loaded.</p>
        <Button size="sm" className="mt-3" loading={list.isFetching} onClick={() => void list.refetch()}>
          Try again
        </Button>
      </div>
    )
  if (conversations.length === 0) return <NoConversations role={role} address={address} />
  return (
    <>
      <ul ref={rows} aria-label="Conversations" onKeyDown={walk} className="flex flex-col gap-0.5">
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <ConversationRow
              conversation={conversation}
              me={me}
              draft={conversation.id === address.conversation ? undefined : drafts[conversation.id]?.text}
              isOpen={conversation.id === address.conversation}
              address={address}
            />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <div ref={more} className="py-3 text-center">
          {isFetchNextPageError ? (
            <Button size="sm" onClick={() => void fetchNextPage()}>
              Load more
            </Button>
          ) : (
            <RowSkeletons rows={2} />
          )}
        </div>
      ) : null}
    </>
  )
}

/** Up, Down, Home and End move the focus between the rows. */
function walk(event: KeyboardEvent<HTMLUListElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const here = rows.findIndex((row) => row.contains(document.activeElement))
  const last = rows.length - 1
  const to = { ArrowDown: Math.min(here + 1, last), ArrowUp: Math.max(here - 1, 0), Home: 0, End: last }[
    event.key
  ]
  if (to === undefined) return
  event.preventDefault()
  rows[to]?.focus()
}

function RowSkeletons({ rows = 7 }: { rows?: number }) {
  return (
    <div aria-hidden className="flex flex-col gap-0.5">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are identical.
        <div key={index} className="flex gap-3 px-3 py-3">
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <div className="flex flex-1 flex-col justify-center gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
