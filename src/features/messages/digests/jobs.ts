import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/**
 * Notifies the reader of a message, unless it has been read. Enqueued in the transaction that stores the
 * message.
 */
export const sendMessageNotification = defineJob({
  name: 'send-message-notification',
  payload: z.object({ messageId: z.uuid() }),
  retries: 8,
  atOnce: 5,
})

/** Sends a grouped notification about messages written soon after one that was already notified. */
export const sendMessageDigest = defineJob({
  name: 'send-message-digest',
  payload: z.object({ conversationId: z.uuid(), readerId: z.uuid() }),
  retries: 8,
  atOnce: 5,
})
