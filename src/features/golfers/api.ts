import { z } from 'zod'
import { signedIn, student } from '#ports/services.ts'
import { addGolfer, allowClips, changeGolfer, removeGolfer } from './commands.ts'
import { allowClipsSchema, golferListSchema } from './own-golfers.ts'
import { listGolfers } from './queries.ts'
import { changeGolferSchema, newGolferSchema, playingGolferSchema } from './schema.ts'

const CHANGES_AN_HOUR = { points: 60, seconds: 60 * 60 }

const tags = ['Golfers']

/** The golfers of an account. A student who has become a coach can still change and remove golfers, but not add any. */
export const golfersApi = {
  list: signedIn
    .route({
      method: 'GET',
      path: '/me/golfers',
      tags,
      summary: 'Who you book lessons for, besides yourself',
    })
    .output(golferListSchema)
    .handler(({ context: { services, actor } }) => listGolfers(services, actor.userId)),

  add: student
    .route({
      method: 'POST',
      path: '/me/golfers',
      tags,
      summary: 'Add a child or another adult to book lessons for',
      successStatus: 201,
    })
    .input(newGolferSchema)
    .output(playingGolferSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('golfers', actor.userId, CHANGES_AN_HOUR)
      return await addGolfer(services, actor, input)
    }),

  change: signedIn
    .route({ method: 'PUT', path: '/me/golfers/{golferId}', tags, summary: 'Change one of your golfers' })
    .input(changeGolferSchema)
    .output(playingGolferSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('golfers', actor.userId, CHANGES_AN_HOUR)
      return await changeGolfer(services, actor, input)
    }),

  allowClips: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'PUT',
      path: '/me/golfers/{golferId}/clips',
      tags,
      summary: 'Allow clips of your child, or withdraw that',
    })
    .input(allowClipsSchema)
    .output(z.object({ allowed: z.boolean() }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('golfers', actor.userId, CHANGES_AN_HOUR)
      await allowClips(services, actor, input)
      return { allowed: input.allowed }
    }),

  remove: signedIn
    .route({ method: 'DELETE', path: '/me/golfers/{golferId}', tags, summary: 'Remove one of your golfers' })
    .input(z.object({ golferId: z.uuid() }))
    .output(z.object({ removed: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('golfers', actor.userId, CHANGES_AN_HOUR)
      await removeGolfer(services, actor, input.golferId)
      return { removed: true as const }
    }),
}
