import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { signedIn } from '#ports/services.ts'
import { discardUpload } from './commands.ts'

export const attachmentsApi = {
  discardAttachment: signedIn
    .route({
      method: 'DELETE',
      path: '/message-attachments/{attachmentId}',
      tags: ['Messages'],
      summary: 'Take back a file you uploaded and did not send',
    })
    .input(z.object({ attachmentId: z.uuid() }))
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      if (!(await discardUpload(services.db, actor.userId, input.attachmentId)))
        throw new AppError('not_found', 'no_such_attachment', 'There is no such file.')
      return { ok: true }
    }),
}
