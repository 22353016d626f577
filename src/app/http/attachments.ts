import { Hono } from 'hono'
import { uploadAddress, uploadRefusalTexts } from '#features/messages/attachments/attachment.ts'
import { findFile } from '#features/messages/attachments/queries.ts'
import { receiveUpload } from '#features/messages/attachments/uploads.ts'
import type { Services } from '#ports/services.ts'
import { answerOwnFile, answerUpload } from './uploads.ts'

/** Photos and videos of messages: their bytes come and go as they are, everything about them through the API. */
export function attachmentFiles(services: Services) {
  const app = new Hono()

  app.post(uploadAddress, (c) =>
    answerUpload(c, services, {
      roles: ['student', 'coach'],
      take: (actor, body, { clientId }) => receiveUpload(services, actor, body, clientId),
      present: ({ attachment }) => attachment,
      texts: uploadRefusalTexts,
      statuses: { too_large: 413, too_many_files: 429, too_many_unsent: 429 },
    }),
  )

  app.get('/files/message-attachments/:id/:name', (c) => {
    const { id, name } = c.req.param()
    return answerOwnFile(c, services, id, ({ userId }) =>
      findFile(services.db, userId, { attachmentId: id, name }),
    )
  })

  return app
}
