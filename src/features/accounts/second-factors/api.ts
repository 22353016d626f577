import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import type { RequestContext } from '#platform/procedures.ts'
import { open, type Services, signedIn } from '#ports/services.ts'
import { completeSignIn, copyCookies } from '../complete-sign-in.ts'
import { meSchema } from '../schema.ts'
import { hasPasskey } from '../sign-in-methods/queries.ts'
import {
  answerSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewBackupCodes,
  startSecondFactor,
} from './commands.ts'
import { readSecondFactor } from './queries.ts'
import {
  answerSecondFactorSchema,
  confirmSecondFactorSchema,
  newSecondFactorSchema,
  ownSecondFactorSchema,
  secondFactorStateSchema,
  startSecondFactorSchema,
} from './schema.ts'

const tags = ['Accounts']
const fromOf = (context: RequestContext<Services>) => ({ headers: context.request.headers })

export const secondFactorsApi = {
  answerSecondFactor: open
    .route({
      method: 'POST',
      path: '/sessions/second-factor',
      tags,
      summary: 'Complete a sign-in with a code of your app, or a backup code',
      successStatus: 201,
    })
    .input(answerSecondFactorSchema)
    .output(meSchema)
    .handler(
      async ({ input, context }) =>
        await completeSignIn(context, await answerSecondFactor(context.services, input, fromOf(context))),
    ),

  secondFactor: signedIn
    .route({ method: 'GET', path: '/me/second-factor', tags, summary: 'Whether you sign in in two steps' })
    .output(secondFactorStateSchema)
    .handler(({ context: { services, actor } }) => readSecondFactor(services, actor)),

  startSecondFactor: open
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/me/second-factor',
      tags,
      summary: 'Begin to set up two-step sign-in: the secret for your app, and backup codes',
    })
    .input(startSecondFactorSchema)
    .output(newSecondFactorSchema)
    .handler(async ({ input, context }) =>
      startSecondFactor(context.services, await ownerOf(context), input, fromOf(context)),
    ),

  confirmSecondFactor: open
    .meta({ forPersonAlone: true })
    .route({
      method: 'PUT',
      path: '/me/second-factor',
      tags,
      summary: 'Turn two-step sign-in on, with a first code of your app',
    })
    .input(confirmSecondFactorSchema)
    .output(meSchema)
    .handler(async ({ input, context }) => {
      const userId = await ownerOf(context)
      return await completeSignIn(
        context,
        await confirmSecondFactor(context.services, userId, input, fromOf(context)),
      )
    }),

  endSecondFactor: signedIn
    .meta({ forPersonAlone: true })
    .route({ method: 'POST', path: '/me/second-factor/end', tags, summary: 'Turn two-step sign-in off' })
    .input(ownSecondFactorSchema)
    .output(z.object({ isOn: z.literal(false) }))
    .handler(async ({ input, context }) => {
      copyCookies(
        await endSecondFactor(context.services, context.actor, input, fromOf(context)),
        context.answerHeaders,
      )
      return { isOn: false as const }
    }),

  renewBackupCodes: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/me/second-factor/backup-codes',
      tags,
      summary: 'Ten new backup codes in place of the old ones',
    })
    .input(ownSecondFactorSchema)
    .output(z.object({ backupCodes: z.array(z.string()) }))
    .handler(async ({ input, context }) => {
      return {
        backupCodes: await renewBackupCodes(context.services, context.actor, input, fromOf(context)),
      }
    }),
}

/**
 * The owner of the session. These procedures are open because an admin who must set up a second factor has no
 * permissions until then. An admin with a passkey has one: a password alone must not be enough to set up another.
 * @throws AppError not_signed_in, passkey_needed
 */
async function ownerOf({ actor, services, request }: RequestContext<Services>): Promise<string> {
  if (actor) return actor.userId
  const userId = await services.sessions.findUserId(request.headers)
  if (!userId) throw new AppError('not_signed_in', 'not_signed_in', 'Please sign in first.')
  if (await hasPasskey(services.db, userId))
    throw new AppError('not_signed_in', 'passkey_needed', 'Please sign in with your passkey first.')
  return userId
}
