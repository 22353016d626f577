import { z } from 'zod'
import { signedIn } from '#ports/services.ts'
import { addEndpoint, removeEndpoint, replay, resumeEndpoint, sendTest } from './commands.ts'
import { listEndpoints } from './queries.ts'
import { addedEndpointSchema, endpointSchema, newEndpointSchema } from './schema.ts'

const tags = ['Webhooks']
const byEndpoint = z.object({ endpointId: z.uuid() })
const done = z.object({ ok: z.literal(true) })
const ok = { ok: true as const }

/** Manages the user's webhooks for lesson events. */
export const webhooksApi = {
  list: signedIn
    .meta({ aboutOneself: true })
    .route({ method: 'GET', path: '/me/webhooks', tags, summary: 'Your webhooks, and what they were told' })
    .output(z.array(endpointSchema))
    .handler(({ context: { services, actor } }) => listEndpoints(services.db, actor.userId)),

  add: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/me/webhooks',
      tags,
      summary: 'Add a webhook; its secret is shown this once',
      successStatus: 201,
    })
    .input(newEndpointSchema)
    .output(addedEndpointSchema)
    .handler(({ input, context: { services, actor } }) => addEndpoint(services, actor, input)),

  remove: signedIn
    .meta({ forPersonAlone: true })
    .route({ method: 'DELETE', path: '/me/webhooks/{endpointId}', tags, summary: 'Remove a webhook' })
    .input(byEndpoint)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await removeEndpoint(services, actor.userId, input.endpointId)
      return ok
    }),

  resume: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'PUT',
      path: '/me/webhooks/{endpointId}/active',
      tags,
      summary: 'Send to a webhook again that was switched off',
    })
    .input(byEndpoint)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await resumeEndpoint(services, actor.userId, input.endpointId)
      return ok
    }),

  sendTest: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/me/webhooks/{endpointId}/tests',
      tags,
      summary: 'Send a webhook something to try it with',
    })
    .input(byEndpoint)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await sendTest(services, actor.userId, input.endpointId)
      return ok
    }),

  replay: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/me/webhook-deliveries/{deliveryId}/replays',
      tags,
      summary: 'Send something to a webhook once more, with the same id',
    })
    .input(z.object({ deliveryId: z.uuid() }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await replay(services, actor.userId, input.deliveryId)
      return ok
    }),
}
