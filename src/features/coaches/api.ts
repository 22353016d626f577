import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { open } from '#ports/services.ts'
import { findCoachProfile, listCoachReviews } from './queries.ts'
import { coachProfileSchema, reviewSchema } from './schema.ts'

const tags = ['Coaches']

export const coachesApi = {
  profile: open
    .route({ method: 'GET', path: '/coaches/{instructorId}', tags, summary: "A coach's public profile" })
    .input(z.object({ instructorId: z.uuid() }))
    .output(coachProfileSchema)
    .handler(async ({ input, context }) => {
      const { actor, services } = context
      const viewer = { userId: actor?.userId ?? null, seesHidden: actor?.role === 'admin' }
      const profile = await findCoachProfile(services.db, input.instructorId, viewer)
      if (!profile) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
      return profile
    }),

  reviews: open
    .route({
      method: 'GET',
      path: '/coaches/{instructorId}/reviews',
      tags,
      summary: 'Reviews from booked lessons, newest first',
    })
    .input(z.object({ instructorId: z.uuid(), page: z.coerce.number().int().min(1).max(500).default(1) }))
    .output(z.array(reviewSchema))
    .handler(({ input, context }) =>
      listCoachReviews(context.services.db, input.instructorId, { limit: 10, offset: (input.page - 1) * 10 }),
    ),
}
