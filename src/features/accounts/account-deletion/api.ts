import { z } from 'zod'
import { signedIn } from '#ports/services.ts'
import { copyCookies } from '../complete-sign-in.ts'
import { closeAccount } from './commands.ts'
import { closeAccountSchema } from './schema.ts'

export const accountDeletionApi = {
  closeAccount: signedIn
    .meta({ forPersonAlone: true })
    .route({ method: 'POST', path: '/me/closure', tags: ['Accounts'], summary: 'Delete your account' })
    .input(closeAccountSchema)
    .output(z.object({ closed: z.literal(true) }))
    .handler(async ({ input, context: { services, actor, request, answerHeaders } }) => {
      await closeAccount(services, actor, input.password)
      copyCookies(await services.sessions.signOut(request.headers), answerHeaders)
      return { closed: true as const }
    }),
}
