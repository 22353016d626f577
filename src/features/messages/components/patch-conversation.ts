import type { QueryClient } from '@tanstack/react-query'
import type { Conversation } from '../schema.ts'
import { oneConversation } from './conversation-queries.ts'

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
