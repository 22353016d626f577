import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { useNotices } from '#platform/use-live.ts'
import { messagesClient } from '../client.ts'
import {
  ACTIVE_SAID_EVERY_MS,
  type LiveNotice,
  liveNoticeSchema,
  TYPING_SAID_EVERY_MS,
  TYPING_SHOWN_MS,
} from '../live-notice.ts'
import type { Message } from '../schema.ts'
import { oneConversation } from './conversation-queries.ts'
import { patchConversation } from './patch-conversation.ts'

/** @returns null if the text is not a valid notice */
export function parseNotice(text: string): LiveNotice | null {
  try {
    return liveNoticeSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/**
 * Subscribes an open conversation to live updates, and reports that it is open. Calls `onMessage` with each
 * new message, and `onMissed` if some may have been missed.
 * @returns whether the other participant is typing, and a function to call when the user types
 */
export function useConversationLive(
  conversationId: string,
  me: string,
  heard: { onMessage: (message: Message) => void; onMissed: () => void },
) {
  const queryClient = useQueryClient()
  const [isTyping, setTyping] = useState(false)
  const typingEnds = useRef<ReturnType<typeof setTimeout>>(undefined)

  function showTyping(isOn: boolean) {
    clearTimeout(typingEnds.current)
    setTyping(isOn)
    if (isOn) typingEnds.current = setTimeout(() => setTyping(false), TYPING_SHOWN_MS)
  }
  useEffect(() => () => clearTimeout(typingEnds.current), [])

  useNotices([`conversation:${conversationId}`], {
    onReady: () => {
      heard.onMissed()
      void queryClient.invalidateQueries({ queryKey: oneConversation(conversationId).queryKey })
    },
    onNotice: (text) => {
      const notice = parseNotice(text)
      if (!notice || notice.type === 'assistant' || notice.conversationId !== conversationId) return
      if (notice.type === 'message') {
        heard.onMessage(notice.message)
        if (notice.message.senderId !== me) showTyping(false)
      } else if (notice.type === 'conversation') {
        void queryClient.invalidateQueries({ queryKey: oneConversation(conversationId).queryKey })
      } else if (notice.userId === me) {
        if (notice.type === 'read')
          patchConversation(queryClient, conversationId, (known) => ({
            ...known,
            lastReadPosition: Math.max(known.lastReadPosition, notice.position),
          }))
      } else if (notice.type === 'typing') showTyping(true)
      else
        patchConversation(queryClient, conversationId, (known) => ({
          ...known,
          other:
            notice.type === 'read'
              ? { ...known.other, lastReadPosition: Math.max(known.other.lastReadPosition, notice.position) }
              : { ...known.other, isActive: notice.isActive },
        }))
    },
  })

  useSayActive(conversationId)
  return { isTyping, sayTyping: useSayTyping(conversationId) }
}

/** Reports every half minute that the conversation is visible, and once when it no longer is. */
function useSayActive(conversationId: string) {
  useEffect(() => {
    const say = (active: boolean) =>
      void messagesClient.presence.call({ conversationId, active }).catch(() => undefined)
    const follow = () => say(document.visibilityState === 'visible')
    if (document.visibilityState === 'visible') say(true)
    const timer = setInterval(() => document.visibilityState === 'visible' && say(true), ACTIVE_SAID_EVERY_MS)
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
      say(false)
    }
  }, [conversationId])
}

function useSayTyping(conversationId: string) {
  const said = useRef(0)
  return useCallback(() => {
    const now = systemClock.now()
    if (now - said.current < TYPING_SAID_EVERY_MS) return
    said.current = now
    void messagesClient.typing.call({ conversationId }).catch(() => undefined)
  }, [conversationId])
}
