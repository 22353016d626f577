import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messagesClient } from '../client.ts'
import type { Message } from '../schema.ts'
import type { Stretch } from '../timeline.ts'
import { type Reading, timelinePages } from './timeline-pages.ts'

export const newestMessages = (conversationId: string) =>
  messagesClient.messages.queryOptions({ input: { conversationId }, staleTime: Number.POSITIVE_INFINITY })

/**
 * The loaded stretch of a conversation, and the functions to move along it. Must be remounted for another
 * conversation.
 */
export function useTimeline(conversationId: string) {
  const queryClient = useQueryClient()
  const query = useQuery(newestMessages(conversationId))
  const [state, setState] = useState<{ busy: Reading | null; failed: Reading | null }>({
    busy: null,
    failed: null,
  })
  const [pages] = useState(() => {
    const key = newestMessages(conversationId).queryKey
    return timelinePages({
      read: () => queryClient.getQueryData<Stretch<Message>>(key),
      write: (next) => queryClient.setQueryData(key, { ...next, messages: [...next.messages] }),
      ask: (asked) => messagesClient.messages.call({ conversationId, ...asked }),
      tell: setState,
    })
  })
  return { query, stretch: query.data, ...state, ...pages }
}

export type Timeline = ReturnType<typeof useTimeline>
