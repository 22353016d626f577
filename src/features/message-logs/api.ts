import { admin } from '#ports/services.ts'
import { resendMessage } from './commands.ts'
import { readDeliveryFigures, readLogged } from './queries.ts'
import { deliveryFiguresSchema, loggedMessageSchema, logRef, resendOutcome } from './schema.ts'

const tags = ['Admin']

export const messageLogsApi = {
  figures: admin
    .route({
      method: 'GET',
      path: '/admin/message-logs/{channel}/figures',
      tags,
      summary: 'How many messages of the last 30 days were taken, arrived, came back or failed',
    })
    .input(logRef.pick({ channel: true }))
    .output(deliveryFiguresSchema)
    .handler(({ input, context: { services } }) =>
      readDeliveryFigures(services.db, input.channel, services.clock.now()),
    ),

  find: admin
    .route({
      method: 'GET',
      path: '/admin/message-logs/{channel}/{id}',
      tags,
      summary: 'A message as it left; what would let its reader in is left out',
    })
    .input(logRef)
    .output(loggedMessageSchema)
    .handler(({ input, context: { services } }) => readLogged(services, input)),

  resend: admin
    .route({
      method: 'POST',
      path: '/admin/message-logs/{channel}/{id}/resends',
      tags,
      summary: 'Send a message again, if it is still valid and wanted',
    })
    .input(logRef)
    .output(resendOutcome)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await resendMessage(services, { actor, audit }, input)
      return { ok: true } as const
    }),
}
