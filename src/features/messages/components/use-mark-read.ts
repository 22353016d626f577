import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { messagesClient } from '../client.ts'
import { patchConversation, refreshInbox } from './conversation-queries.ts'

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Reports how far the user has read, once the messages are visible.
 * @param position of the last visible message; null while it is covered
 * @param known the position read before
 */
export function useMarkRead(conversationId: string, position: number | null, known: number) {
  const queryClient = useQueryClient()
  const isVisible = useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible',
    () => false,
  )
  const said = useRef(0)
  useEffect(() => {
    if (position === null || !isVisible || position <= Math.max(known, said.current)) return
    said.current = position
    messagesClient.markRead
      .call({ conversationId, position })
      .then(() => {
        patchConversation(queryClient, conversationId, (one) => ({ ...one, lastReadPosition: position }))
        return refreshInbox(queryClient)
      })
      .catch(() => {
        // After a failure it is reported again with the next message or when the page becomes visible.
        said.current = 0
      })
  }, [conversationId, position, known, isVisible, queryClient])
}
