import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { messagesClient } from '../client.ts'
import { patchConversation, refreshInbox } from './conversation-queries.ts'

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Says how far one has read, once what was written is in sight.
 * @param position of the last message in sight; null while something hides it
 * @param known what was read before
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
        // Said again with the next message, or when one comes back.
        said.current = 0
      })
  }, [conversationId, position, known, isVisible, queryClient])
}
