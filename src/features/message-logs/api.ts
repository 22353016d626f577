import { admin } from '#ports/services.ts'
import { resendMessage } from './commands.ts'
import { readLogged } from './queries.ts'
import { loggedMessageSchema, logRef, resendOutcome } from './schema.ts'

const tags = ['Admin']

export const messageLogsApi = {
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
      summary: 'Send a message once more, if it is still true and wanted',
    })
    .input(logRef)
    .output(resendOutcome)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await resendMessage(services, { actor, audit }, input)
      return { ok: true } as const
    }),
}
