import type { QueryClient } from '@tanstack/react-query'
import { messagesClient } from '../client.ts'
import type { Conversation } from '../schema.ts'

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

/**
 * Updates a cached conversation, for instance after a live notice. If the conversation is being fetched, it is
 * fetched again: the response may be older than the change, and would replace it.
 */
export function patchConversation(
  queryClient: QueryClient,
  conversationId: string,
  patch: (known: Conversation) => Conversation,
): void {
  const { queryKey } = oneConversation(conversationId)
  queryClient.setQueryData(queryKey, (known) => known && patch(known))
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey })
}

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
