import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { signedIn } from '#ports/services.ts'
import { resendMessageNotification } from './commands.ts'

const MAILS = { points: 30, seconds: 3_600 }

export const digestsApi = {
  sendMessageNotification: signedIn
    .route({
      method: 'POST',
      path: '/functions/send-message-notification',
      tags: ['Functions'],
      summary: 'Tell the reader of a message about it; admins, and whoever wrote it',
    })
    .input(z.object({ messageId: z.uuid() }))
    .output(z.object({ success: z.boolean(), outcome: z.string() }))
    .handler(async ({ input, context: { actor, services, log } }) => {
      await services.rateLimits.count('message-notification', actor.userId, MAILS)
      try {
        const sent = await resendMessageNotification(services, actor, input.messageId)
        if (sent.ok) return { success: true, outcome: sent.outcome }
      } catch (error) {
        // The message itself was stored; a failure to send its notification is only logged.
        log.error({ err: error, messageId: input.messageId }, 'a message notification failed')
        return { success: false, outcome: 'failed' }
      }
      throw new AppError('not_found', 'no_such_message', 'Message not found with that ID')
    }),
}
