import { ORPCError } from '@orpc/client'
import { useSyncExternalStore } from 'react'
import { accountsClient } from '#features/accounts/client.ts'
import { messagesClient } from '../client.ts'
import { filesOfOutbox, type QueuedMessage, type Thread } from '../outbox.ts'

type SentMessage = Awaited<ReturnType<typeof messagesClient.send.call>>

import { UploadFailed } from '#platform/send-file.ts'
import { keptInStorage, type MessageSender, messageSender, type SenderState } from './message-sender.ts'
import { filesOf, forgetFiles } from './use-files.ts'

export type PageSender = MessageSender<SentMessage>

const ANSWER_WITHIN_MS = 20_000
const nothing: SenderState = { outbox: [], sending: null, isWaitingForLine: false }

let current: { userId: string; sender: PageSender } | null = null

/** The local storage key of a person's unsent messages. */
const storageKey = (userId: string) => `greenside-unsent-${userId}`

/** The single sender of this page, for the current user; browser only. */
export function pageSenderOf(userId: string): PageSender {
  if (current?.userId === userId) return current.sender
  current?.sender.stop()
  const sender = openSender(userId)
  current = { userId, sender }
  return sender
}

/** The live state of the outbox; empty on the server. */
export function useSenderState(userId: string): SenderState {
  return useSyncExternalStore(
    (listener) => pageSenderOf(userId).subscribe(listener),
    () => pageSenderOf(userId).state(),
    () => nothing,
  )
}

function openSender(userId: string): PageSender {
  const key = storageKey(userId)
  const sender = messageSender<SentMessage>({
    ...keptInStorage(key, () => localStorage),
    alone: async (work) => {
      if (navigator.locks) await navigator.locks.request(key, work)
      else await work()
    },
    send: (message) => sendWithFiles(message, userId),
    forget: ({ files }, { isSent }) => {
      const ids = files.map(({ id }) => id)
      const { store, uploader } = filesOf(userId)
      for (const id of ids) uploader[isSent ? 'cancel' : 'takeBack'](id)
      void store.remove(ids)
    },
  })
  void forgetFiles(userId, () => {
    sender.look()
    return filesOfOutbox(sender.state().outbox)
  })
  window.addEventListener('online', sender.wake)
  window.addEventListener('storage', (event) => event.key === key && sender.wake())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && sender.wake())
  return sender
}

/** Uploads the photos and videos first, then sends the message with their ids. */
async function sendWithFiles(message: QueuedMessage, userId: string): Promise<SentMessage> {
  const { uploader } = filesOf(userId)
  const uploadAll = async () => {
    const ids: string[] = []
    for (const file of message.files) ids.push((await uploader.upload(file.id)).id)
    return ids
  }
  try {
    return await send(message, await uploadAll(), userId)
  } catch (error) {
    if (error instanceof UploadFailed && error.code !== 'offline')
      throw new ORPCError(error.code, { message: error.message })
    const isLost = error instanceof ORPCError && error.code === 'no_such_attachment'
    if (!isLost || message.files.length === 0) throw error
    // The server deletes uploads that were not sent within a day, so they are uploaded again.
    for (const { id } of message.files) uploader.forget(id)
    return await send(message, await uploadAll(), userId)
  }
}

async function send(message: QueuedMessage, attachmentIds: string[], userId: string): Promise<SentMessage> {
  const { thread, clientId, content } = message
  const written = { clientId, content, attachmentIds }
  const options = { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }
  const person = readPerson(thread)
  // Another user may have signed in to this browser in the meantime. Because any student may write to a
  // coach, the server would accept the message under the wrong name.
  if (person && (await accountsClient.me.call(undefined, options))?.userId !== userId)
    throw new ORPCError('not_signed_in')
  return person
    ? await messagesClient.start.call({ ...person, ...written }, options)
    : await messagesClient.send.call({ conversationId: thread, ...written }, options)
}

/** The thread for a person without a conversation yet. */
export const threadTo = (person: { side: 'student' | 'coach'; userId: string }): Thread =>
  `${person.side}:${person.userId}`

function readPerson(thread: Thread): { instructorId: string } | { studentId: string } | null {
  const [side, id = ''] = thread.split(':')
  if (side === 'coach') return { instructorId: id }
  return side === 'student' ? { studentId: id } : null
}
