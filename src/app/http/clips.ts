import { Server } from '@tus/server'
import { Hono } from 'hono'
import { clipLimits, clipUploadPath } from '#features/clips/clip.ts'
import { findClipFile } from '#features/clips/queries.ts'
import { PartsStore } from '#features/clips/upload-store.ts'
import { findClipUpload, storePoster } from '#features/clips/uploads.ts'
import { findVoiceOver } from '#features/clips/voice-over/commands.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import { answerOwnFile, fileProblem, recordFile, refuseLooking, takeBody } from './uploads.ts'

/** Bytes of clips have limits of their own, and are counted while they arrive. */
export const isClipUpload = (path: string): boolean => /^\/uploads\/clip(s|-posters)\//.test(path)

/** Swing videos and pictures: their bytes come by the tus protocol and go as they are, everything about them through the API. */
export function clipFiles(services: Services) {
  const app = new Hono()
  const tus = new Server({
    path: clipUploadPath,
    datastore: new PartsStore(services),
    maxSize: clipLimits.video.bytes,
    relativeLocation: true,
    // Uploads come from our own pages alone.
    allowedOrigins: [],
    onResponseError: (_, error) => {
      if (!('status_code' in error)) services.log.error({ err: error }, 'a part of an upload failed')
      return undefined
    },
  })

  // A HEAD comes to where a GET would.
  app.on(['GET', 'PATCH'], `${clipUploadPath}/:id`, async (c) => {
    const actor = await services.sessions.findActor(c.req.raw.headers)
    const id = c.req.param('id')
    if (actor) await recordFile(services, actor, c)
    const looking = c.req.method === 'GET' ? null : refuseLooking(c, actor)
    if (looking) return looking
    const upload = actor && isUuid(id) ? await findClipUpload(services.db, actor.userId, id) : null
    if (!upload || c.req.method === 'GET')
      return fileProblem(c, 404, 'no_such_upload', 'There is no such upload.')
    return await tus.handleWeb(c.req.raw)
  })

  app.post('/uploads/clip-posters/:id', async (c) => {
    const actor = await services.sessions.findActor(c.req.raw.headers)
    const id = c.req.param('id')
    if (!actor || !isUuid(id)) return fileProblem(c, 404, 'no_such_clip', 'There is no such clip.')
    return await takeBody(c, services, actor, 'The picture is empty.', async (body) => {
      await storePoster(services, actor.userId, id, body)
      return c.json({ ok: true }, 201)
    })
  })

  app.get('/files/clip-voice-overs/:id/:voiceOverId', (c) => {
    const { id, voiceOverId } = c.req.param()
    return answerOwnFile(c, services, id, async ({ userId }) => {
      const found = isUuid(voiceOverId)
        ? await findVoiceOver(services.db, userId, { clipId: id, voiceOverId })
        : null
      return found && { key: `${found.storageKey}/${found.file.name}`, file: found.file }
    })
  })

  app.get('/files/clips/:id/:name', (c) => {
    const { id, name } = c.req.param()
    return answerOwnFile(c, services, id, ({ userId }) =>
      findClipFile(services.db, userId, { clipId: id, name }),
    )
  })

  return app
}
