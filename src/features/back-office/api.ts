import { z } from 'zod'
import { admin } from '#ports/services.ts'
import { actOnList, dropView, readListPage, readSavedViews, saveView, undoAct } from './lists.ts'
import {
  actInput,
  actOutcome,
  listPageInput,
  listPageSchema,
  savedViewSchema,
  saveViewInput,
  undoInput,
  undoOutcome,
  viewsInput,
} from './schema.ts'

const tags = ['Back office']
const done = z.object({ ok: z.literal(true) })
const ok = { ok: true } as const

export const backOfficeApi = {
  list: admin
    .route({
      method: 'GET',
      path: '/admin/lists/{list}',
      tags,
      summary: 'Rows of a list: searched, filtered, sorted, a page at a time',
    })
    .input(listPageInput)
    .output(listPageSchema)
    .handler(({ input, context: { services, audit } }) => readListPage(services, audit, input)),

  act: admin
    .route({
      method: 'POST',
      path: '/admin/lists/{list}/acts/{act}',
      tags,
      summary: 'Do something to exactly the rows that were shown',
    })
    .input(actInput)
    .output(actOutcome)
    .handler(({ input, context: { services, actor, audit } }) =>
      actOnList(services, { actor, audit }, input),
    ),

  undo: admin
    .route({
      method: 'POST',
      path: '/admin/lists/{list}/acts/{act}/undo',
      tags,
      summary: 'Undo your own action on each row, within an hour',
    })
    .input(undoInput)
    .output(undoOutcome)
    .handler(({ input, context: { services, actor, audit } }) => undoAct(services, { actor, audit }, input)),

  views: admin
    .route({ method: 'GET', path: '/admin/lists/{list}/views', tags, summary: 'The saved views of a list' })
    .input(viewsInput)
    .output(z.array(savedViewSchema))
    .handler(({ input, context }) => readSavedViews(context.services.db, input.list)),

  saveView: admin
    .route({
      method: 'POST',
      path: '/admin/lists/{list}/views',
      tags,
      summary: 'Keep a view under a name, for all admins',
    })
    .input(saveViewInput)
    .output(done)
    .handler(async ({ input, context: { services, audit } }) => {
      await saveView(services, audit, input)
      return ok
    }),

  dropView: admin
    .route({ method: 'DELETE', path: '/admin/views/{viewId}', tags, summary: 'Forget a saved view' })
    .input(z.object({ viewId: z.uuid() }))
    .output(done)
    .handler(async ({ input, context: { services, audit } }) => {
      await dropView(services, audit, input.viewId)
      return ok
    }),
}
