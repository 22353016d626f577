import { open } from '#ports/services.ts'
import { joinWaitlist } from './commands.ts'
import { joinedWaitlistSchema, joinWaitlistSchema } from './schema.ts'

export const waitlistApi = {
  join: open
    .route({
      method: 'POST',
      path: '/waitlist',
      tags: ['Search'],
      summary: 'Hear of the first coaches in a city',
      successStatus: 201,
    })
    .input(joinWaitlistSchema)
    .output(joinedWaitlistSchema)
    .handler(({ input, context }) => joinWaitlist(context.services, input, context)),
}
