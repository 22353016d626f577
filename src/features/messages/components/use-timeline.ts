import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { messagesClient } from '../client.ts'
import type { Message } from '../schema.ts'
import { type Stretch, withNewer, withOlder } from '../timeline.ts'

/** After so many pages in a row it is quicker to begin anew at the end. */
const PAGES_TO_CATCH_UP = 4

export const newestMessages = (conversationId: string) =>
  messagesClient.messages.queryOptions({ input: { conversationId }, staleTime: Number.POSITIVE_INFINITY })

type Busy = 'older' | 'newer' | 'jump' | null

/** The stretch of a conversation that is on the page, and the ways to move along it. */
export function useTimeline(conversationId: string) {
  const queryClient = useQueryClient()
  const options = newestMessages(conversationId)
  const query = useQuery(options)
  const [busy, setBusy] = useState<Busy>(null)
  const [failed, setFailed] = useState<Busy>(null)
  const running = useRef<Busy>(null)
  const key = options.queryKey

  const read = useCallback(() => queryClient.getQueryData<Stretch<Message>>(key), [queryClient, key])
  const write = useCallback(
    (next: Stretch<Message>) => queryClient.setQueryData(key, { ...next, messages: [...next.messages] }),
    [queryClient, key],
  )

  /** One thing at a time: pages that cross would tear a hole. */
  async function alone(what: Busy, work: () => Promise<void>) {
    if (running.current) return
    running.current = what
    setBusy(what)
    setFailed(null)
    try {
      await work()
    } catch {
      setFailed(what)
    } finally {
      running.current = null
      setBusy(null)
    }
  }

  const loadOlder = () =>
    alone('older', async () => {
      const first = read()?.messages[0]
      if (!first || !read()?.hasOlder) return
      const page = await messagesClient.messages.call({ conversationId, before: first.position })
      const now = read()
      if (now) write(withOlder(now, page.messages, page.hasOlder))
    })

  const loadNewer = () =>
    alone('newer', async () => {
      const last = read()?.messages.at(-1)
      if (!last || !read()?.hasNewer) return
      const page = await messagesClient.messages.call({ conversationId, after: last.position })
      const now = read()
      if (now) write(withNewer(now, page.messages, page.hasNewer))
    })

  /** Asks for what was said since; nothing while the reader is far back. */
  const catchUp = useCallback(async () => {
    for (let pages = 0; pages < PAGES_TO_CATCH_UP; pages += 1) {
      const known = read()
      if (!known || known.hasNewer || running.current === 'newer') return
      const after = known.messages.at(-1)?.position ?? 0
      const page = await messagesClient.messages.call({ conversationId, after })
      const now = read()
      if (now) write(withNewer(now, page.messages, false))
      if (!page.hasNewer) return
    }
    await queryClient.refetchQueries({ queryKey: key, exact: true })
  }, [conversationId, key, queryClient, read, write])

  /** A message that was just said: put at the end when nothing is missing before it. */
  const append = useCallback(
    (message: Message) => {
      const known = read()
      if (!known || known.hasNewer) return
      const last = known.messages.at(-1)?.position ?? 0
      if (message.position === last + 1) write(withNewer(known, [message], false))
      else if (message.position > last) void catchUp().catch(() => undefined)
    },
    [read, write, catchUp],
  )

  const jumpTo = (position: number) =>
    alone('jump', async () => {
      const isHere = read()?.messages.some((message) => message.position === position)
      if (!isHere) write(await messagesClient.messages.call({ conversationId, around: position }))
    })

  const jumpToNewest = () =>
    alone('jump', async () => {
      if (read()?.hasNewer) write(await messagesClient.messages.call({ conversationId }))
    })

  return {
    query,
    stretch: query.data,
    busy,
    failed,
    loadOlder,
    loadNewer,
    catchUp,
    append,
    jumpTo,
    jumpToNewest,
  }
}

export type Timeline = ReturnType<typeof useTimeline>
