import { z } from 'zod'
import { open, signedIn } from '#ports/services.ts'
import { confirmEmailChange, requestEmailChange, requestVerification, verifyEmail } from './commands.ts'
import { changeEmailSchema, confirmMailboxSchema } from './schema.ts'

const tags = ['Accounts']
const requested = z.object({ requested: z.literal(true) })

export const mailboxesApi = {
  requestVerification: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/me/email/verification',
      tags,
      summary: 'Mail the link that confirms your address again',
    })
    .output(requested)
    .handler(async ({ context }) => {
      await requestVerification(context.services, context.actor)
      return { requested: true as const }
    }),

  verifyEmail: open
    .route({ method: 'PUT', path: '/email-verifications', tags, summary: 'Confirm an address by its link' })
    .input(confirmMailboxSchema)
    .output(z.object({ verified: z.literal(true) }))
    .handler(async ({ input, context }) => {
      await verifyEmail(context.services, input.token, { ip: context.ip })
      return { verified: true as const }
    }),

  requestEmailChange: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/me/email',
      tags,
      summary: 'Start a change of address; the new mailbox has to confirm it',
    })
    .input(changeEmailSchema)
    .output(requested)
    .handler(async ({ input, context }) => {
      await requestEmailChange(context.services, context.actor, input)
      return { requested: true as const }
    }),

  confirmEmailChange: open
    .route({ method: 'PUT', path: '/email-changes', tags, summary: 'Change the address by a mailed link' })
    .input(confirmMailboxSchema)
    .output(z.object({ email: z.string() }))
    .handler(({ input, context }) => confirmEmailChange(context.services, input.token, { ip: context.ip })),
}
