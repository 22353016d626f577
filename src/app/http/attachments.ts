import { type Context, Hono } from 'hono'
import { uploadAddress, uploadRefusalTexts } from '#features/messages/attachments/attachment.ts'
import { findFile } from '#features/messages/attachments/queries.ts'
import { takeUpload } from '#features/messages/attachments/uploads.ts'
import { type Actor, asSeenBy } from '#platform/actor.ts'
import { recordActing } from '#platform/audit-log.ts'
import { onlyLooking, toApiError } from '#platform/procedures.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import { answerFile } from './stored-file.ts'

/** Photos and videos of messages: their bytes come and go as they are, everything about them through the API. */
export function attachmentFiles(services: Services) {
  const app = new Hono()

  app.post(uploadAddress, async (c) => {
    const actor = await services.sessions.findActor(c.req.raw.headers)
    if (!actor) return problem(c, 401, 'not_signed_in', 'Please sign in first.')
    if (actor.role !== 'student' && actor.role !== 'coach')
      return problem(c, 403, 'not_allowed', 'Your account cannot do this.')
    const { id, by } = c.req.query()
    // What one person kept to be sent is not uploaded by whoever signed in to the same browser since.
    if (by && by !== actor.userId) return problem(c, 401, 'not_signed_in', 'Please sign in first.')
    if (id && !isUuid(id)) return problem(c, 400, 'bad_input', 'The id of an upload is a UUID.')
    await recordFile(services, actor, c)
    if (actor.impersonatedBy && !actor.mayAct) {
      const { reason, userMessage } = onlyLooking()
      return problem(c, 403, reason, userMessage)
    }
    const body = c.req.raw.body
    if (!body) return problem(c, 400, 'empty', uploadRefusalTexts.empty)
    try {
      const taken = await takeUpload(services, actor, body, id ?? null)
      if (taken.ok) return c.json(taken.attachment, 201)
      const status = taken.reason === 'too_large' ? 413 : taken.reason === 'too_many_files' ? 429 : 422
      return problem(c, status, taken.reason, uploadRefusalTexts[taken.reason])
    } catch (error) {
      const failure = toApiError(error, (err) => services.log.error({ err }, 'an upload failed'))
      return c.json({ code: failure.code, message: failure.message }, { status: failure.status as 500 })
    }
  })

  app.get('/files/message-attachments/:id/:name', async (c) => {
    const actor = await services.sessions.findActor(c.req.raw.headers)
    const { id, name } = c.req.param()
    if (actor) await recordFile(services, actor, c)
    const found =
      actor && isUuid(id)
        ? await findFile(services.db, asSeenBy(actor).userId, { attachmentId: id, name })
        : null
    if (!found) return problem(c, 404, 'no_such_file', 'There is no such file.')
    const answer = await answerFile(c, services, found)
    return answer ?? problem(c, 404, 'no_such_file', 'There is no such file.')
  })

  return app
}

/** An admin who looks with somebody's eyes leaves a trace. */
export const recordFile = (services: Services, actor: Actor, c: Context) =>
  recordActing(services.db, services.clock.now(), {
    actor,
    action: 'file',
    target: `${c.req.method} ${c.req.path}`,
  })

/** What went wrong with a file, as the API says it. */
export const problem = (
  c: Context,
  status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429,
  code: string,
  message: string,
) => c.json({ code, message }, status)
