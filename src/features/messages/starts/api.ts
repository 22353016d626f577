import { enter } from '#features/accounts/entries/commands.ts'
import { open } from '#ports/services.ts'
import { signedUpWithMessageSchema, signUpWithMessageSchema } from '../schema.ts'
import { signUpWithMessage } from './commands.ts'

export const startsApi = {
  signUpWithMessage: open
    .route({
      method: 'POST',
      path: '/accounts/with-message',
      tags: ['Messages'],
      summary: 'Create a student account, sign in and send a first message to a coach',
      successStatus: 201,
    })
    .input(signUpWithMessageSchema)
    .output(signedUpWithMessageSchema)
    .handler(async ({ input, context }) => {
      const from = { headers: context.request.headers, ip: context.ip }
      const { entered, conversationId } = await signUpWithMessage(context.services, input, from)
      return { ...(await enter(context, entered)), conversationId }
    }),
}
