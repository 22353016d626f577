import { type Context, Hono } from 'hono'
import {
  type PictureRefusal,
  pictureRefusalTexts,
  pictureUploadAddress,
} from '#features/own-profile/pictures/picture.ts'
import { findDocumentFile, findShownFile } from '#features/own-profile/pictures/queries.ts'
import { uploadQuerySchema } from '#features/own-profile/pictures/schema.ts'
import { takePicture } from '#features/own-profile/pictures/uploads.ts'
import { toApiError } from '#platform/procedures.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import { problem, recordFile } from './attachments.ts'

/** Coaches' pictures: their bytes come as they are, go out as they were made anew, and are gone when the coach removes them. */
export function coachPictureFiles(services: Services) {
  const app = new Hono()

  app.post(pictureUploadAddress, async (c) => {
    const actor = await services.sessions.findActor(c.req.raw.headers)
    if (!actor) return problem(c, 401, 'not_signed_in', 'Please sign in first.')
    if (actor.role !== 'coach') return problem(c, 403, 'not_allowed', 'Your account cannot do this.')
    const query = uploadQuerySchema.safeParse(c.req.query())
    if (!query.success) return problem(c, 400, 'bad_input', 'That does not look right.')
    const { id, by, purpose, ...crop } = query.data
    // What one person chose is not uploaded by whoever signed in to the same browser since.
    if (by && by !== actor.userId) return problem(c, 401, 'not_signed_in', 'Please sign in first.')
    await recordFile(services, actor, c)
    const body = c.req.raw.body
    if (!body) return problem(c, 400, 'empty', pictureRefusalTexts.empty)
    try {
      const taken = await takePicture(services, actor.userId, body, { purpose, clientId: id ?? null, crop })
      if (taken.ok) return c.json({ id: taken.id, url: taken.url }, 201)
      return problem(c, statuses[taken.reason] ?? 422, taken.reason, pictureRefusalTexts[taken.reason])
    } catch (error) {
      const failure = toApiError(error, (err) => services.log.error({ err }, 'an upload failed'))
      return c.json({ code: failure.code, message: failure.message }, { status: failure.status as 500 })
    }
  })

  app.get('/pictures/:id/:name', async (c) => {
    const { id, name } = c.req.param()
    const found = isUuid(id) ? await findShownFile(services.db, id, name) : null
    if (!found) return gone(c)
    // A file never changes, but it may be taken away: whoever keeps a copy asks first whether it is still there.
    const etag = `"${id}-${name}"`
    const cached = {
      etag,
      'cache-control': 'public, no-cache',
      'cross-origin-resource-policy': 'same-origin',
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

const statuses: Partial<Record<PictureRefusal, 409 | 413 | 429>> = {
  too_large: 413,
  too_many_files: 429,
  gallery_full: 409,
}

const gone = (c: Context) => problem(c, 404, 'no_such_file', 'There is no such file.')
