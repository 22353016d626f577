import { Hono } from 'hono'
import {
  type DrillPictureRefusal,
  drillPictureRefusalTexts,
  drillPictureUploadAddress,
} from '#features/workspaces/drill-picture.ts'
import { findDrillPictureFile, takeDrillPicture } from '#features/workspaces/drill-picture-files.ts'
import { asSeenBy } from '#platform/actor.ts'
import { onlyLooking, toApiError } from '#platform/procedures.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import { problem, recordFile } from './attachments.ts'
import { answerFile } from './stored-file.ts'

/** Pictures of drills: their bytes come as they are, and go out as they were made anew to the coach and the students who have them. */
export function drillPictureFiles(services: Services) {
  const app = new Hono()

  app.post(drillPictureUploadAddress, async (c) => {
    const actor = await services.sessions.findActor(c.req.raw.headers)
    if (!actor) return problem(c, 401, 'not_signed_in', 'Please sign in first.')
    if (actor.role !== 'coach') return problem(c, 403, 'not_allowed', 'Your account cannot do this.')
    const { id, by } = c.req.query()
    // What one person chose is not uploaded by whoever signed in to the same browser since.
    if (by && by !== actor.userId) return problem(c, 401, 'not_signed_in', 'Please sign in first.')
    if (id && !isUuid(id)) return problem(c, 400, 'bad_input', 'The id of an upload is a UUID.')
    await recordFile(services, actor, c)
    if (actor.impersonatedBy && !actor.mayAct) {
      const { reason, userMessage } = onlyLooking()
      return problem(c, 403, reason, userMessage)
    }
    const body = c.req.raw.body
    if (!body) return problem(c, 400, 'empty', drillPictureRefusalTexts.empty)
    try {
      const taken = await takeDrillPicture(services, actor.userId, body, id ?? null)
      if (taken.ok) return c.json(taken.picture, 201)
      return problem(c, statuses[taken.reason] ?? 422, taken.reason, drillPictureRefusalTexts[taken.reason])
    } catch (error) {
      const failure = toApiError(error, (err) => services.log.error({ err }, 'an upload failed'))
      return c.json({ code: failure.code, message: failure.message }, { status: failure.status as 500 })
    }
  })

  app.get('/files/drill-pictures/:id/:name', async (c) => {
    const actor = await services.sessions.findActor(c.req.raw.headers)
    const { id, name } = c.req.param()
    if (actor) await recordFile(services, actor, c)
    const found =
      actor && isUuid(id)
        ? await findDrillPictureFile(services.db, asSeenBy(actor).userId, { id, name })
        : null
    const answer = found && (await answerFile(c, services, found))
    return answer ?? problem(c, 404, 'no_such_file', 'There is no such file.')
  })

  return app
}

const statuses: Partial<Record<DrillPictureRefusal, 409 | 413 | 429>> = {
  too_large: 413,
  too_many_pictures: 409,
  too_many_today: 429,
}
