import { systemClock } from '#platform/clock.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { pageSenderOf, threadTo } from './use-sender.ts'

const PATIENCE_MS = 10_000

/**
 * Sends a message to a coach and waits for a limited time until it has arrived. Otherwise it stays in this
 * browser's outbox.
 * @returns the conversation, or null if the message is still waiting or was rejected
 */
export function deliverToCoach(me: string, instructorId: string, content: string): Promise<string | null> {
  const sender = pageSenderOf(me)
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
