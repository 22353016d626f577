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

/** Updates a conversation in the cache after a live notice, wherever it is cached. */
export function patchConversation(
  queryClient: QueryClient,
  conversationId: string,
  patch: (known: Conversation) => Conversation,
): void {
  queryClient.setQueryData(oneConversation(conversationId).queryKey, (known) => known && patch(known))
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
