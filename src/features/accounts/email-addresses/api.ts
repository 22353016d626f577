import { z } from 'zod'
import { open, signedIn } from '#ports/services.ts'
import { rememberBrowser } from '../complete-sign-in.ts'
import { confirmEmailChange, requestEmailChange } from './change.ts'
import { changeEmailSchema, confirmEmailAddressSchema, refuseEmailAddressSchema } from './schema.ts'
import { refuseEmailAddress, requestVerification, verifyEmail } from './verification.ts'

const tags = ['Accounts']
const requested = z.object({ requested: z.literal(true) })

export const emailAddressesApi = {
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
    .input(confirmEmailAddressSchema)
    .output(z.object({ verified: z.literal(true) }))
    .handler(async ({ input, context }) => {
      const from = { headers: context.request.headers, ip: context.ip }
      await verifyEmail(context.services, input, from)
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
    .input(confirmEmailAddressSchema)
    .output(z.object({ email: z.string() }))
    .handler(async ({ input, context }) => {
      const { services, request, ip, actor } = context
      const { userId, email } = await confirmEmailChange(services, input, { headers: request.headers, ip })
      if (actor?.userId === userId) await rememberBrowser(context, userId)
      return { email }
    }),

  refuseEmailAddress: open
    .route({
      method: 'POST',
      path: '/mailbox-refusals',
      tags,
      summary: 'Say that an account, or the change of its address, is none of yours',
    })
    .input(refuseEmailAddressSchema)
    .output(z.object({ refused: z.literal(true) }))
    .handler(async ({ input, context }) => {
      await refuseEmailAddress(context.services, input, { ip: context.ip })
      return { refused: true as const }
    }),
}
