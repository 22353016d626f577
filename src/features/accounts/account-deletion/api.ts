import { z } from 'zod'
import { signedIn } from '#ports/services.ts'
import { copyCookies } from '../complete-sign-in.ts'
import { closeAccount, readClosing } from './commands.ts'
import { closeAccountSchema, closingSchema } from './schema.ts'

export const accountDeletionApi = {
  closing: signedIn
    .route({
      method: 'GET',
      path: '/me/closure',
      tags: ['Accounts'],
      summary: 'What ends and is paid back when you delete your account, and what prevents it',
    })
    .output(closingSchema)
    .handler(({ context: { services, actor } }) => readClosing(services, actor.userId, 'owner')),

  closeAccount: signedIn
    .meta({ forPersonAlone: true })
    .route({ method: 'POST', path: '/me/closure', tags: ['Accounts'], summary: 'Delete your account' })
    .input(closeAccountSchema)
    .output(z.object({ closed: z.literal(true) }))
    .handler(async ({ input, context: { services, actor, request, answerHeaders } }) => {
      await closeAccount(services, actor, input)
      copyCookies(await services.sessions.signOut(request.headers), answerHeaders)
      return { closed: true as const }
    }),
}
