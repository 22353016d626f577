import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Tells the reader of a message about it, unless it was read meanwhile. Sent in the transaction that stores the message. */
export const sendMessageNotification = defineJob({
  name: 'send-message-notification',
  payload: z.object({ messageId: z.uuid() }),
  retries: 8,
  atOnce: 5,
})

/** Tells together what was written soon after a message that was told. */
export const sendMessageDigest = defineJob({
  name: 'send-message-digest',
  payload: z.object({ conversationId: z.uuid(), readerId: z.uuid() }),
  retries: 8,
  atOnce: 5,
})
