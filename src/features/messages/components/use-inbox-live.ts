import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNotices } from '#platform/use-live.ts'
import { refreshInbox, unreadCount } from './conversation-queries.ts'
import { parseNotice } from './use-conversation-live.ts'
import { pageSenderOf } from './use-sender.ts'

/** Debounces refetching after several events in a row. */
const PAUSE_MS = 150

/**
 * Used on every page of a member: sends queued messages when there is a connection, and updates the lists and
 * counts of the inbox.
 * @returns the number of unread conversations
 */
export function useInboxLive(userId: string): number {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { data } = useQuery(unreadCount())

  const refresh = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void refreshInbox(queryClient), PAUSE_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const sender = pageSenderOf(userId)
    sender.wake()
    return sender.onSent(() => void refreshInbox(queryClient))
  }, [userId, queryClient])

  useNotices([`inbox:${userId}`], {
    onReady: (isFirst) => {
      pageSenderOf(userId).wake()
      if (!isFirst) refresh()
    },
    onNotice: (text) => {
      const notice = parseNotice(text)
      if (notice && ['message', 'conversation', 'assistant'].includes(notice.type)) refresh()
    },
  })
  return data?.conversations ?? 0
}
