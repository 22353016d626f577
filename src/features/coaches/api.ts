import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { open } from '#ports/services.ts'
import { reviewOrders } from './coach.ts'
import { findCoachProfile, isAway } from './queries.ts'
import { REVIEWS_PER_PAGE } from './reviews-per-page.ts'
import { coachProfileSchema, ratingCountsSchema, reviewSchema } from './schema.ts'
import { verificationsApi } from './verifications/api.ts'

const tags = ['Coaches']
const coachInput = z.object({ instructorId: z.uuid() })

export const coachesApi = {
  profile: open
    .meta({ mayLag: true })
    .route({ method: 'GET', path: '/coaches/{instructorId}', tags, summary: "A coach's public profile" })
    .input(coachInput)
    .output(coachProfileSchema)
    .handler(async ({ input, context }) => {
      const { actor, services } = context
      const viewer = { userId: actor?.userId ?? null, seesHidden: actor?.role === 'admin' }
      const [profile, replyMinutes] = await Promise.all([
        findCoachProfile(services.db, input.instructorId, viewer),
        services.answers.reply_minutes(services.db, {
          coachId: input.instructorId,
          clock: services.clock,
        }),
      ])
      if (!profile) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
      return { ...profile, replyMinutes }
    }),

  absence: open
    .route({
      method: 'GET',
      path: '/coaches/{instructorId}/absence',
      tags,
      summary: 'Whether a coach whose profile is not shown takes no lessons at the moment',
    })
    .input(coachInput)
    .output(z.object({ isAway: z.boolean() }))
    .handler(async ({ input, context }) => ({
      isAway: await isAway(context.services.db, input.instructorId),
    })),

  reviews: open
    .meta({ mayLag: true })
    .route({
      method: 'GET',
      path: '/coaches/{instructorId}/reviews',
      tags,
      summary: 'Reviews from booked lessons, ten a page',
    })
    .input(
      z.object({
        instructorId: z.uuid(),
        page: z.coerce.number().int().min(1).max(500).default(1),
        order: z.enum(reviewOrders).default('newest'),
      }),
    )
    .output(z.array(reviewSchema))
    .handler(({ input, context: { services } }) =>
      services.answers.reviews_of_coach(services.db, {
        coachId: input.instructorId,
        limit: REVIEWS_PER_PAGE,
        offset: (input.page - 1) * REVIEWS_PER_PAGE,
        order: input.order,
      }),
    ),

  ratings: open
    .meta({ mayLag: true })
    .route({
      method: 'GET',
      path: '/coaches/{instructorId}/ratings',
      tags,
      summary: 'How many booked reviews gave five stars, four, three, two and one',
    })
    .input(coachInput)
    .output(ratingCountsSchema)
    .handler(({ input, context: { services } }) =>
      services.answers.ratings_of_coach(services.db, { coachId: input.instructorId }),
    ),

  ...verificationsApi,
}
