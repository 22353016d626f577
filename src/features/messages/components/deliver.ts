import { systemClock } from '#platform/clock.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { senderOf, threadTo } from './use-sender.ts'

const PATIENCE_MS = 10_000

/**
 * Writes to a coach and waits a while for the message to be there. What is not there by then stays in the outbox of this browser.
 * @returns the conversation, or null while the message waits or was refused
 */
export function deliverToCoach(me: string, instructorId: string, content: string): Promise<string | null> {
  const sender = senderOf(me)
  const clientId = uuidV4()
  return new Promise((resolve) => {
    const end = (conversationId: string | null) => {
      clearTimeout(timer)
      stopArrivals()
      stopChanges()
      resolve(conversationId)
    }
    const timer = setTimeout(() => end(null), PATIENCE_MS)
    const stopArrivals = sender.onSent((message, sent) => {
      if (message.clientId === clientId) end(sent.conversationId)
    })
    const stopChanges = sender.subscribe(() => {
      const mine = sender.state().outbox.find((message) => message.clientId === clientId)
      if (mine?.refusal) end(null)
    })
    const thread = threadTo({ side: 'coach', userId: instructorId })
    sender.add({ clientId, thread, content, files: [], writtenAt: systemClock.now(), refusal: null })
  })
}
