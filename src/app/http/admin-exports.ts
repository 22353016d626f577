import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { findList } from '#features/back-office/lists.ts'
import { actInput } from '#features/back-office/schema.ts'
import { auditOf } from '#platform/audit-log.ts'
import { listFile } from '#platform/list-file.ts'
import { toApiError } from '#platform/procedures.ts'
import { dateIn, OFFICE_ZONE } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { fileProblem } from './uploads.ts'

const EXPORTS_PER_ADMIN = { points: 60, seconds: 60 * 60 }
const viewSchema = actInput.pick({ q: true, filters: true })

/** Views of the back office's lists as files for spreadsheets, sent as they are read; who took one away is written down. */
export function adminExports(services: Services) {
  const app = new Hono()

  app.get('/admin/files/:file{[a-z0-9-]+\\.csv}', async (c) => {
    const actor = await services.sessions.findActor(c.req.raw.headers)
    if (!actor) return fileProblem(c, 401, 'not_signed_in', 'Please sign in first.')
    if (actor.role !== 'admin') return fileProblem(c, 403, 'not_allowed', 'Your account cannot do this.')
    const { sort, q, ...filters } = c.req.query()
    const read = viewSchema.safeParse({ q, filters })
    if (!read.success) return fileProblem(c, 400, 'bad_input', 'This view cannot be read.')
    try {
      await services.rateLimits.count('admin-export', actor.userId, EXPORTS_PER_ADMIN)
      const list = findList(services, c.req.param('file').replace(/\.csv$/, ''))
      const parts = listFile(services.db, list, { ...read.data, sort: sort || undefined })
      // A bad view is refused here, before anything is sent.
      const first = await parts.next()
      const audit = auditOf(
        { actor, target: `file of ${list.name}`, input: {}, requestId: null },
        services.clock.now,
      )
      const view = new URLSearchParams({ ...(q ? { q } : {}), ...filters }).toString()
      await audit.record(services.db, { after: { read: list.name, file: true, view } })
      c.header('content-type', 'text/csv; charset=utf-8')
      const day = dateIn(services.clock.now(), OFFICE_ZONE)
      c.header('content-disposition', `attachment; filename="${list.name}-${day}.csv"`)
      return stream(c, async (out) => {
        if (!first.done) await out.write(first.value)
        for await (const part of parts) {
          if (out.aborted) return
          await out.write(part)
        }
      })
    } catch (error) {
      const failure = toApiError(error, (err) => services.log.error({ err }, 'a file could not be made'))
      return c.json({ code: failure.code, message: failure.message }, { status: failure.status as 500 })
    }
  })

  return app
}
