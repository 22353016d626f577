import type { QueryClient } from '@tanstack/react-query'
import { messagesClient } from '../client.ts'

/** The user's conversations, paginated. */
export const conversationList = ({ archived, query }: { archived: boolean; query?: string | undefined }) =>
  messagesClient.conversations.infiniteOptions({
    input: (cursor: string | undefined) => ({ archived, query: query || undefined, cursor }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  })

/** A single conversation. */
export const oneConversation = (conversationId: string) =>
  messagesClient.conversation.queryOptions({ input: { conversationId }, staleTime: 0, retry: false })

export const unreadCount = () => messagesClient.unread.queryOptions({ staleTime: 30_000 })

/** Refetches lists and counts. */
export async function refreshInbox(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: messagesClient.conversations.key() }),
    queryClient.invalidateQueries({ queryKey: messagesClient.unread.key() }),
  ])
}

/** A person the user may write to, as returned by the server. */
export const recipientOf = (personId: string) =>
  messagesClient.recipients.queryOptions({ input: { personId }, staleTime: 0, retry: false })
