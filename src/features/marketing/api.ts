import { admin } from '#ports/services.ts'
import { syncEverybody } from './commands.ts'
import { readCrmState } from './queries.ts'
import { crmStateSchema, syncedSchema, syncInput } from './schema.ts'

export const marketingApi = {
  state: admin
    .route({
      method: 'GET',
      path: '/admin/crm',
      tags: ['Admin'],
      summary: 'The marketing tool: how many profiles a sync includes, and the result of the last one',
    })
    .output(crmStateSchema)
    .handler(({ context: { services } }) => readCrmState(services)),

  sync: admin
    .route({
      method: 'POST',
      path: '/functions/sync-klaviyo-profile',
      tags: ['Functions'],
      summary: 'Bring everybody who did not unsubscribe to the marketing tool',
    })
    .input(syncInput)
    .output(syncedSchema)
    .handler(({ context: { services, actor, audit } }) => syncEverybody(services, { actor, audit })),
}
