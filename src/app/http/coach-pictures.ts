import { type Context, Hono } from 'hono'
import { pictureRefusalTexts, pictureUploadAddress } from '#features/own-profile/pictures/picture.ts'
import { findDocumentFile, findShownFile } from '#features/own-profile/pictures/queries.ts'
import { uploadQuerySchema } from '#features/own-profile/pictures/schema.ts'
import { receiveCoachPicture } from '#features/own-profile/pictures/uploads.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import { answerUpload, fileProblem, recordFile } from './uploads.ts'

/**
 * Upload and download of coaches' pictures. Uploads are raw bytes and are re-encoded before they are served; deleted pictures return 404.
 */
export function coachPictureFiles(services: Services) {
  const app = new Hono()

  app.post(pictureUploadAddress, (c) =>
    answerUpload(c, services, {
      roles: ['coach'],
      query: uploadQuerySchema,
      take: ({ userId }, body, { purpose, clientId, left, top, size }) =>
        receiveCoachPicture(services, userId, body, { purpose, clientId, crop: { left, top, size } }),
      present: ({ id, url }) => ({ id, url }),
      texts: pictureRefusalTexts,
      statuses: { too_large: 413, too_many_files: 429, gallery_full: 409 },
    }),
  )

  app.get('/pictures/:id/:name', async (c) => {
    const { id, name } = c.req.param()
    const found = isUuid(id) ? await findShownFile(services.db, id, name) : null
    if (!found) return gone(c)
    // A file never changes but can be deleted, so caches must revalidate their copy.
    const etag = `"${id}-${name}"`
    const cached = {
      etag,
      'cache-control': 'public, no-cache',
      // Coaches' own websites show the pictures, in the embedded panel and by direct links.
      'cross-origin-resource-policy': 'cross-origin',
    }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, cached)
    return await answerFile(c, found, cached)
  })

  app.get('/files/credential-documents/:id/:name', async (c) => {
    const actor = await services.sessions.findActor(c.req.raw.headers)
    const { id, name } = c.req.param()
    if (actor) await recordFile(services, actor, c)
    const found = actor && isUuid(id) ? await findDocumentFile(services.db, actor, id, name) : null
    if (!found) return gone(c)
    return await answerFile(c, found, {
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  return app

  async function answerFile(
    c: Context,
    { key, file }: { key: string; file: { type: string } },
    headers: Record<string, string>,
  ) {
    const opened = await services.files.open(key)
    if (!opened) return gone(c)
    return c.body(opened.body, 200, {
      ...headers,
      'content-type': file.type,
      'content-length': String(opened.bytes),
      'content-disposition': 'inline',
    })
  }
}

const gone = (c: Context) => fileProblem(c, 404, 'no_such_file', 'There is no such file.')
