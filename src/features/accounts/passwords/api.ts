import { z } from 'zod'
import { open, signedIn } from '#ports/services.ts'
import { completeSignInOrAskForCode, copyCookies, rememberBrowser } from '../complete-sign-in.ts'
import { emailField, signedInSchema } from '../schema.ts'
import { changePassword, requestPasswordReset, resetPassword } from './commands.ts'
import { changePasswordSchema, resetPasswordSchema } from './schema.ts'

const tags = ['Accounts']

export const passwordsApi = {
  requestPasswordReset: open
    .route({
      method: 'POST',
      path: '/password-resets',
      tags,
      summary: 'Mail a link to a new password, if the address has an account',
    })
    .input(z.object({ email: emailField }))
    .output(z.object({ requested: z.literal(true) }))
    .handler(async ({ input, context }) => {
      await requestPasswordReset(context.services, input.email, { ip: context.ip })
      return { requested: true as const }
    }),

  resetPassword: open
    .route({
      method: 'PUT',
      path: '/password-resets',
      tags,
      summary: 'Set a new password by a mailed link; ends all other sessions',
    })
    .input(resetPasswordSchema)
    .output(signedInSchema)
    .handler(async ({ input, context }) => {
      const from = { headers: context.request.headers, ip: context.ip }
      return await completeSignInOrAskForCode(context, await resetPassword(context.services, input, from))
    }),

  changePassword: signedIn
    .meta({ forPersonAlone: true })
    .route({ method: 'PUT', path: '/me/password', tags, summary: 'Change your password' })
    .input(changePasswordSchema)
    .output(z.object({ changed: z.literal(true) }))
    .handler(async ({ input, context }) => {
      const from = { headers: context.request.headers }
      const { userId } = context.actor
      copyCookies(await changePassword(context.services, userId, input, from), context.answerHeaders)
      await rememberBrowser(context, userId)
      return { changed: true as const }
    }),
}
