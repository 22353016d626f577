import type { QueryClient } from '@tanstack/react-query'
import { messagesClient } from '../client.ts'
import type { Conversation } from '../schema.ts'

/** A person's conversations, a page after the other. */
export const conversationList = ({ archived, query }: { archived: boolean; query?: string | undefined }) =>
  messagesClient.conversations.infiniteOptions({
    input: (cursor: string | undefined) => ({ archived, query: query || undefined, cursor }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  })

/** One conversation, with what the list knows of it until it is here. */
export const oneConversation = (conversationId: string) =>
  messagesClient.conversation.queryOptions({ input: { conversationId }, staleTime: 0, retry: false })

export const unreadCount = () => messagesClient.unread.queryOptions({ staleTime: 30_000 })

/** Writes down what was heard about a conversation, as far as anybody shows it. */
export function patchConversation(
  queryClient: QueryClient,
  conversationId: string,
  patch: (known: Conversation) => Conversation,
): void {
  queryClient.setQueryData(oneConversation(conversationId).queryKey, (known) => known && patch(known))
}

/** Lists and counts are asked for again. */
export async function refreshInbox(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: messagesClient.conversations.key() }),
    queryClient.invalidateQueries({ queryKey: messagesClient.unread.key() }),
  ])
}

/** Somebody one may write to, as the server finds them. */
export const recipientOf = (personId: string) =>
  messagesClient.recipients.queryOptions({ input: { personId }, staleTime: 0, retry: false })
