import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { formatMoment } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { messagesClient } from '../client.ts'
import { shortMoment } from '../timeline.ts'
import type { InboxAddress } from './inbox-address.ts'

const SHORTEST = 2

/** Messages that match a search, newest first; each links to its position in the conversation. */
export function SearchHits({
  query,
  conversationId,
  address,
  onChoose,
  emptyText,
}: {
  query: string
  conversationId?: string
  address: InboxAddress
  onChoose?: () => void
  /** Shown while the query is too short. */
  emptyText?: string
}) {
  const words = useDeferredValue(query.trim())
  const zone = useViewerZone()
  const now = useNow(60_000)
  const isEnough = words.length >= SHORTEST
  const { data, isPending, isError } = useQuery({
    ...messagesClient.search.queryOptions({ input: { query: words, conversationId }, staleTime: 30_000 }),
    enabled: isEnough,
  })
  if (!isEnough) return emptyText ? <p className="text-sm text-muted">{emptyText}</p> : null
  if (isError) return <p role="alert">Your messages could not be searched. Please try again.</p>
  if (isPending)
    return (
      <div aria-hidden className="flex flex-col gap-3 px-3 py-2">
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </div>
    )
  if (data.hits.length === 0)
    return (
      <p role="status" className="px-3 py-2 text-[0.9375rem] text-muted">
        No messages found.
      </p>
    )
  return (
    <ul aria-label="Messages found" className="flex flex-col gap-0.5">
      {data.hits.map((hit) => (
        <li key={hit.messageId}>
          <Link
            to="/inbox"
            search={{ ...address, conversation: hit.conversationId, at: hit.position }}
            onClick={onChoose}
            className="block rounded-control px-3 py-2.5 hover:bg-surface-hover focus-visible:-outline-offset-2"
          >
            <span className="flex items-baseline justify-between gap-2 text-[0.8125rem] text-muted">
              <bdi className="truncate font-semibold text-ink">{hit.otherName}</bdi>
              <time
                dateTime={hit.sentAt}
                title={zone ? formatMoment(hit.sentAt, zone) : undefined}
                className="tabular shrink-0"
              >
                {zone && now ? shortMoment(hit.sentAt, now, zone) : null}
              </time>
            </span>
            <span className="mt-0.5 line-clamp-2 text-[0.9375rem] wrap-anywhere">
              <bdi>{hit.excerpt}</bdi>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
