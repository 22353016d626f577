import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNotices } from '#platform/use-live.ts'
import { refreshInbox, unreadCount } from './conversation-queries.ts'
import { readNotice } from './use-conversation-live.ts'
import { senderOf } from './use-sender.ts'

/** Several pieces of news in a row are asked about once. */
const PAUSE_MS = 150

/**
 * On every page of a member: what they wrote goes on its way as soon as there is a line, and lists and counts of the inbox
 * follow what happens.
 * @returns how many conversations count as unread
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
    const sender = senderOf(userId)
    sender.wake()
    return sender.onSent(() => void refreshInbox(queryClient))
  }, [userId, queryClient])

  useNotices([`inbox:${userId}`], {
    onReady: (isFirst) => {
      senderOf(userId).wake()
      if (!isFirst) refresh()
    },
    onNotice: (text) => {
      const notice = readNotice(text)
      if (notice && ['message', 'conversation', 'assistant'].includes(notice.type)) refresh()
    },
  })
  return data?.conversations ?? 0
}
