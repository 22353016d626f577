import { z } from 'zod'
import { open } from '#ports/services.ts'
import { completeSignInOrAskForCode } from '../complete-sign-in.ts'
import { magicLinkSchema, requestMagicLinkSchema, signedInSchema } from '../schema.ts'
import { requestMagicLink, signInByMagicLink } from './magic-link.ts'

const tags = ['Accounts']

export const magicLinksApi = {
  requestMagicLink: open
    .route({
      method: 'POST',
      path: '/magic-links',
      tags,
      summary: 'Mail a sign-in link, if the address has an account',
    })
    .input(requestMagicLinkSchema)
    .output(z.object({ requested: z.literal(true) }))
    .handler(async ({ input, context }) => {
      await requestMagicLink(context.services, input, { ip: context.ip })
      return { requested: true as const }
    }),

  signInByMagicLink: open
    .route({ method: 'PUT', path: '/magic-links', tags, summary: 'Sign in by a mailed link' })
    .input(magicLinkSchema)
    .output(signedInSchema)
    .handler(async ({ input, context }) => {
      const from = { headers: context.request.headers, ip: context.ip }
      return await completeSignInOrAskForCode(
        context,
        await signInByMagicLink(context.services, input.token, from),
      )
    }),
}
