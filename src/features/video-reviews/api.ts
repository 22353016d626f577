import { z } from 'zod'
import { coach, open, signedIn, student } from '#ports/services.ts'
import { buyReview } from './buy.ts'
import {
  answerReview,
  cancelReview,
  declineReview,
  noSuchReview,
  saveReviewOffer,
  sendVideos,
} from './commands.ts'
import { countReviews, findOwnReviewOffer, findReview, findReviewOffer, listReviews } from './queries.ts'
import {
  answerReviewSchema,
  buyReviewSchema,
  declineReviewSchema,
  ownReviewOfferSchema,
  reviewIdSchema,
  reviewListInput,
  reviewListSchema,
  reviewOfferSchema,
  saveReviewOfferSchema,
  sendVideosSchema,
  videoReviewSchema,
} from './schema.ts'

const tags = ['Video reviews']
const CHANGES_AN_HOUR = { points: 60, seconds: 3600 }
const PURCHASES_AN_HOUR = { points: 20, seconds: 3600 }
const done = z.object({ ok: z.literal(true) })
const fine = { ok: true as const }

export const videoReviewsApi = {
  offer: open
    .route({
      method: 'GET',
      path: '/coaches/{instructorId}/video-review',
      tags,
      summary: 'The video review that a coach sells; null when the coach sells none',
    })
    .input(z.object({ instructorId: z.uuid() }))
    .output(reviewOfferSchema.nullable())
    .handler(({ input, context: { services } }) => findReviewOffer(services.db, input.instructorId)),

  ownOffer: coach
    .route({ method: 'GET', path: '/own-video-review', tags, summary: 'What you ask for a video review' })
    .output(ownReviewOfferSchema.nullable())
    .handler(({ context: { services, actor } }) => findOwnReviewOffer(services.db, actor.userId)),

  saveOffer: coach
    .route({
      method: 'PUT',
      path: '/own-video-review',
      tags,
      summary: 'Change what you ask for a video review',
    })
    .input(saveReviewOfferSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('video-review-offer', actor.userId, CHANGES_AN_HOUR)
      await saveReviewOffer(services, actor, input)
      return fine
    }),

  buy: student
    .route({
      method: 'POST',
      path: '/video-reviews',
      tags,
      summary: 'Start the payment of a video review',
      successStatus: 201,
    })
    .input(buyReviewSchema)
    .output(z.object({ videoReviewId: z.uuid(), checkoutUrl: z.string() }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('buy-video-review', actor.userId, PURCHASES_AN_HOUR)
      return await buyReview(services, actor, input)
    }),

  list: signedIn
    .route({ method: 'GET', path: '/video-reviews', tags, summary: 'Your video reviews' })
    .input(reviewListInput)
    .output(reviewListSchema)
    .handler(async ({ input, context: { services, actor } }) => ({
      reviews: await listReviews(services.db, actor, { limit: input.most, offset: 0 }),
      ...(await countReviews(services.db, actor)),
    })),

  get: signedIn
    .route({
      method: 'GET',
      path: '/video-reviews/{videoReviewId}',
      tags,
      summary: 'A video review of yours',
    })
    .input(reviewIdSchema)
    .output(videoReviewSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const review = await findReview(services.db, actor, input.videoReviewId)
      if (!review) throw noSuchReview()
      return review
    }),

  send: student
    .route({
      method: 'POST',
      path: '/video-reviews/{videoReviewId}/question',
      tags,
      summary: 'Send the added videos and your question to the coach',
    })
    .input(sendVideosSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('video-review', actor.userId, CHANGES_AN_HOUR)
      await sendVideos(services, actor, input)
      return fine
    }),

  cancel: student
    .route({
      method: 'POST',
      path: '/video-reviews/{videoReviewId}/cancellation',
      tags,
      summary: 'Cancel a video review before you sent your videos',
    })
    .input(reviewIdSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('video-review', actor.userId, CHANGES_AN_HOUR)
      await cancelReview(services, actor, input.videoReviewId)
      return fine
    }),

  answer: coach
    .route({
      method: 'POST',
      path: '/video-reviews/{videoReviewId}/answer',
      tags,
      summary: 'Answer a video review',
    })
    .input(answerReviewSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('video-review', actor.userId, CHANGES_AN_HOUR)
      await answerReview(services, actor, input)
      return fine
    }),

  decline: coach
    .route({
      method: 'POST',
      path: '/video-reviews/{videoReviewId}/refusal',
      tags,
      summary: 'Decline a video review, which refunds it',
    })
    .input(declineReviewSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('video-review', actor.userId, CHANGES_AN_HOUR)
      await declineReview(services, actor, input)
      return fine
    }),
}
