import { Hono } from 'hono'
import { drillPictureRefusalTexts, drillPictureUploadAddress } from '#features/workspaces/drill-picture.ts'
import { findDrillPictureFile, receiveDrillPicture } from '#features/workspaces/drill-picture-files.ts'
import type { Services } from '#ports/services.ts'
import { answerOwnFile, answerUpload } from './uploads.ts'

/**
 * Upload and download of drill pictures. Uploads are raw bytes, re-encoded before they are served to the coach and the students who were
 * assigned the drill.
 */
export function drillPictureFiles(services: Services) {
  const app = new Hono()

  app.post(drillPictureUploadAddress, (c) =>
    answerUpload(c, services, {
      roles: ['coach'],
      take: ({ userId }, body, { clientId }) => receiveDrillPicture(services, userId, body, clientId),
      present: ({ picture }) => picture,
      texts: drillPictureRefusalTexts,
      statuses: { too_large: 413, too_many_pictures: 409, too_many_today: 429 },
    }),
  )

  app.get('/files/drill-pictures/:id/:name', (c) => {
    const { id, name } = c.req.param()
    return answerOwnFile(c, services, id, ({ userId }) =>
      findDrillPictureFile(services.db, userId, { id, name }),
    )
  })

  return app
}
