import { os } from '@orpc/server'
import { z } from 'zod'
import type { Scope } from '#features/access-tokens/scope.ts'
import { bookingsApi } from '#features/bookings/api.ts'
import { LESSONS_PER_PAGE } from '#features/bookings/booking.ts'
import { withActivity } from '#features/bookings/lesson-activity.ts'
import { listLessons } from '#features/bookings/queries.ts'
import { listedLessonSchema } from '#features/bookings/schema.ts'
import { checkoutApi } from '#features/checkout/api.ts'
import { seriesApi } from '#features/checkout/series/api.ts'
import { clinicsApi } from '#features/clinics/api.ts'
import { listClinics } from '#features/clinics/queries.ts'
import { clinicSchema } from '#features/clinics/schema.ts'
import { coachesApi } from '#features/coaches/api.ts'
import { reviewOrders } from '#features/coaches/coach.ts'
import { reviewSchema } from '#features/coaches/schema.ts'
import { listGolfers } from '#features/golfers/queries.ts'
import { playingGolferSchema } from '#features/golfers/schema.ts'
import { messagesApi } from '#features/messages/api.ts'
import { isParticipant } from '#features/messages/conversations/access.ts'
import { listConversations } from '#features/messages/conversations/queries.ts'
import { noSuchConversation } from '#features/messages/policy.ts'
import { listMessages } from '#features/messages/queries.ts'
import { conversationSchema, messageSchema } from '#features/messages/schema.ts'
import { mayUseCards } from '#features/payments/saved-cards/policy.ts'
import { packagesApi } from '#features/proposals/packages/api.ts'
import { listOffers } from '#features/proposals/packages/offers/queries.ts'
import { packageOfferSchema } from '#features/proposals/packages/offers/schema.ts'
import { listPackages } from '#features/proposals/packages/queries.ts'
import { packageSalesApi } from '#features/proposals/packages/sales/api.ts'
import { packageSchema } from '#features/proposals/packages/schema.ts'
import { listCoachReviews } from '#features/reviews/public-reviews.ts'
import { CLINICS_PER_PAGE, listClinicsNear } from '#features/search/clinics-near.ts'
import { searchCached } from '#features/search/queries.ts'
import { clinicNearSchema, clinicsNearInput, coachCardSchema, searchSchema } from '#features/search/schema.ts'
import { videoReviewsApi } from '#features/video-reviews/api.ts'
import { listReviews } from '#features/video-reviews/queries.ts'
import { reviewSummarySchema } from '#features/video-reviews/schema.ts'
import type { ProcedureMeta, RequestContext } from '#platform/procedures.ts'
import { open, type Services, signedIn } from '#ports/services.ts'
import { pageInput, pageOf, readCursor, selfSchema, writeCursor } from './schema.ts'

/** The maximum offset in a list. */
const LAST_ROW = 10_000
const REVIEWS_A_PAGE = 10
const PACKAGES_A_PAGE = 50
const VIDEO_REVIEWS_A_PAGE = 200
const LAST_POSITION = 2_000_000_000

/** The scope a procedure requires; `any` for public data, which every token may read. */
const needs = (scope: Scope | 'any') => ({ scope })

/**
 * Version 1 of the public API at `/api/v1`. Paths, fields and error codes are stable: fields and procedures
 * may be added; removals and changes of meaning require a version 2. Every list is a page with `items` and
 * `nextCursor`.
 */
export const publicApi = os
  .$context<RequestContext<Services>>()
  .$meta<ProcedureMeta>({ access: 'admin' })
  .prefix('/v1')
  .router({
    me: signedIn
      .meta(needs('profile:read'))
      .route({ method: 'GET', path: '/me', tags: ['Account'], summary: 'Whose token this is' })
      .output(selfSchema)
      .handler(({ context: { actor } }) => ({
        userId: actor.userId,
        role: actor.role,
        name: actor.fullName,
        email: actor.email,
      })),

    listCoaches: open
      .meta(needs('any'))
      .route({
        method: 'GET',
        path: '/coaches',
        tags: ['Coaches'],
        summary: 'Coaches, all of them or within 50 miles of a ZIP code',
      })
      .input(searchSchema.omit({ page: true }).extend(pageInput))
      .output(pageOf(coachCardSchema))
      .handler(async ({ input: { cursor, ...input }, context: { services } }) => {
        const page = Math.max(1, readCursor(cursor, 1, 1_000))
        const found = await searchCached(services, { ...input, page })
        const hasMore = page * found.pageSize < found.total && page < 1_000
        return { items: found.coaches, nextCursor: hasMore ? writeCursor(page + 1) : null }
      }),

    getCoach: coachesApi.profile.meta(needs('any')),

    listReviews: open
      .meta(needs('any'))
      .route({
        method: 'GET',
        path: '/coaches/{instructorId}/reviews',
        tags: ['Coaches'],
        summary: 'What students wrote after booked lessons',
      })
      .input(
        z.object({ instructorId: z.uuid(), order: z.enum(reviewOrders).default('newest'), ...pageInput }),
      )
      .output(pageOf(reviewSchema))
      .handler(async ({ input: { instructorId, order, cursor }, context: { services } }) => {
        const offset = readCursor(cursor, 0, LAST_ROW)
        const page = { limit: REVIEWS_A_PAGE + 1, offset, order }
        return pageFrom(await listCoachReviews(services.db, instructorId, page), REVIEWS_A_PAGE, offset)
      }),

    listPackages: open
      .meta(needs('any'))
      .route({
        method: 'GET',
        path: '/coaches/{instructorId}/packages',
        tags: ['Coaches'],
        summary:
          'Packages of lessons on the profile; `POST /bookings` with one holds its first lesson, `POST /package-sales` buys it without a time',
      })
      .input(z.object({ instructorId: z.uuid() }))
      .output(pageOf(packageOfferSchema))
      .handler(async ({ input: { instructorId }, context: { services, actor } }) => ({
        items: await listOffers(services.db, instructorId, {
          studentId: actor?.role === 'student' ? actor.userId : null,
        }),
        nextCursor: null,
      })),

    buyPackage: packageSalesApi.buyPackage.meta(needs('bookings:write')).route({
      summary: 'Start the payment of a package whose times are chosen later; whoever opens checkoutUrl pays',
    }),
    listOwnPackages: signedIn
      .meta(needs('bookings:read'))
      .route({
        method: 'GET',
        path: '/packages',
        tags: ['Packages'],
        summary: 'Your packages of lessons, open ones first',
      })
      .input(z.object({ ...pageInput }))
      .output(pageOf(packageSchema))
      .handler(async ({ input: { cursor }, context: { services, actor } }) => {
        const offset = readCursor(cursor, 0, LAST_ROW)
        const found = await listPackages(services.db, actor.userId, { most: PACKAGES_A_PAGE + 1, offset })
        return pageFrom(found, PACKAGES_A_PAGE, offset)
      }),
    bookFromPackage: packagesApi.bookFromPackage.meta(needs('bookings:write')),

    getVideoReviewOffer: videoReviewsApi.offer.meta(needs('any')),
    buyVideoReview: videoReviewsApi.buy.meta(needs('bookings:write')).route({
      summary: 'Start the payment of a video review; whoever opens checkoutUrl pays',
    }),
    listVideoReviews: signedIn
      .meta(needs('bookings:read'))
      .route({
        method: 'GET',
        path: '/video-reviews',
        tags: ['Video reviews'],
        summary: 'Your video reviews; a coach’s unanswered ones first',
      })
      .input(z.object(pageInput))
      .output(pageOf(reviewSummarySchema))
      .handler(async ({ input: { cursor }, context: { services, actor } }) => {
        const offset = readCursor(cursor, 0, LAST_ROW)
        const reviews = await listReviews(services.db, actor, {
          limit: VIDEO_REVIEWS_A_PAGE + 1,
          offset,
        })
        return pageFrom(reviews, VIDEO_REVIEWS_A_PAGE, offset)
      }),
    getVideoReview: videoReviewsApi.get.meta(needs('bookings:read')),
    answerVideoReview: videoReviewsApi.answer.meta(needs('bookings:write')),
    declineVideoReview: videoReviewsApi.decline.meta(needs('bookings:write')),
    listClinics: open
      .meta(needs('any'))
      .route({
        method: 'GET',
        path: '/coaches/{instructorId}/clinics',
        tags: ['Clinics'],
        summary: 'Clinics and camps of a coach that are still to come, with the seats that are left',
      })
      .input(z.object({ instructorId: z.uuid() }))
      .output(pageOf(clinicSchema))
      .handler(async ({ input: { instructorId }, context: { services } }) => ({
        items: await listClinics(services.db, instructorId, services.clock.now()),
        nextCursor: null,
      })),

    searchClinics: open
      .meta(needs('any'))
      .route({
        method: 'GET',
        path: '/clinics',
        tags: ['Clinics'],
        summary: 'Clinics and camps within 50 miles of a ZIP code, the next one first',
      })
      .input(clinicsNearInput.extend(pageInput))
      .output(pageOf(clinicNearSchema))
      .handler(async ({ input: { cursor, ...input }, context: { services } }) => {
        const offset = readCursor(cursor, 0, LAST_ROW)
        const page = { limit: CLINICS_PER_PAGE + 1, offset }
        const found = await listClinicsNear(services.db, input, services.clock.now(), page)
        return pageFrom(found, CLINICS_PER_PAGE, offset)
      }),

    getClinic: clinicsApi.clinic.meta(needs('any')),
    holdSeats: clinicsApi.buySeats.meta(needs('bookings:write')).route({
      summary: 'Hold seats in a clinic for 15 minutes; whoever opens checkoutUrl pays for all of them',
      description:
        'One seat for each player: the id of a golfer, or null for yourself. The same players again answer with the same checkout; others release the first seats.',
    }),

    listOpenTimes: checkoutApi.slots.meta(needs('any')),
    quote: checkoutApi.quote.meta(needs('any')),

    book: checkoutApi.book.meta(needs('bookings:write')).route({
      summary: 'Hold a time for 15 minutes; whoever opens checkoutUrl pays, and the lesson stands',
      description: 'Send an idempotencyKey: the same one again answers with the same booking.',
    }),
    quoteSeries: seriesApi.quoteSeries.meta(needs('any')),
    bookSeries: seriesApi.bookSeries.meta(needs('bookings:write')),
    releaseHold: checkoutApi.release.meta(needs('bookings:write')),

    listBookings: signedIn
      .meta(needs('bookings:read'))
      .route({
        method: 'GET',
        path: '/bookings',
        tags: ['Bookings'],
        summary: 'Your lessons, upcoming or past; cancelled ones are past',
      })
      .input(z.object({ when: z.enum(['upcoming', 'past']).default('upcoming'), ...pageInput }))
      .output(pageOf(listedLessonSchema))
      .handler(async ({ input, context: { services, actor } }) => {
        const as = actor.role === 'coach' ? 'coach' : 'student'
        const offset = readCursor(input.cursor, 0, LAST_ROW)
        const now = services.clock.now()
        const found = await listLessons(
          services.db,
          { userId: actor.userId, as },
          { now, list: input.when === 'past' ? 'ended' : 'upcoming', limit: LESSONS_PER_PAGE + 1, offset },
        )
        const { items, nextCursor } = pageFrom(found, LESSONS_PER_PAGE, offset)
        return {
          items: await withActivity(services, items, { as, now, mayUseCards: mayUseCards(actor) }),
          nextCursor,
        }
      }),

    listGolfers: signedIn
      .meta(needs('bookings:read'))
      .route({
        method: 'GET',
        path: '/golfers',
        tags: ['Bookings'],
        summary: 'Who you book lessons for besides yourself; none for coaches',
      })
      .input(z.object(pageInput))
      .output(pageOf(playingGolferSchema))
      .handler(async ({ context: { services, actor } }) => {
        const { golfers } = await listGolfers(services, actor.userId)
        return { items: golfers, nextCursor: null }
      }),

    getBooking: bookingsApi.get.meta(needs('bookings:read')),
    previewCancellation: bookingsApi.cancellationPreview.meta(needs('bookings:read')),
    cancelBooking: bookingsApi.cancel.meta(needs('bookings:write')),
    listNewTimes: bookingsApi.newTimes.meta(needs('bookings:read')),
    moveBooking: bookingsApi.reschedule.meta(needs('bookings:write')),

    listConversations: signedIn
      .meta(needs('messages:read'))
      .route({
        method: 'GET',
        path: '/conversations',
        tags: ['Messages'],
        summary: 'Your conversations, newest message first',
      })
      .input(z.object({ archived: z.stringbool().or(z.boolean()).default(false), ...pageInput }))
      .output(pageOf(conversationSchema))
      .handler(async ({ input, context: { services, actor } }) => {
        const asking = { ...input, userId: actor.userId, now: services.clock.now() }
        const { conversations, nextCursor } = await listConversations(services.db, asking)
        return { items: conversations, nextCursor }
      }),

    listMessages: signedIn
      .meta(needs('messages:read'))
      .route({
        method: 'GET',
        path: '/conversations/{conversationId}/messages',
        tags: ['Messages'],
        summary: 'What was written in a conversation of yours, newest first',
      })
      .input(z.object({ conversationId: z.uuid(), ...pageInput }))
      .output(pageOf(messageSchema))
      .handler(async ({ input: { conversationId, cursor }, context: { services, actor } }) => {
        if (!(await isParticipant(services.db, conversationId, actor.userId))) throw noSuchConversation()
        const before = readCursor(cursor, LAST_POSITION, LAST_POSITION)
        const page = await listMessages(services.db, actor.userId, { conversationId, before })
        const [oldest] = page.messages
        return {
          items: page.messages.toReversed(),
          nextCursor: page.hasOlder && oldest ? writeCursor(oldest.position) : null,
        }
      }),

    sendMessage: messagesApi.send.meta(needs('messages:write')),
    startConversation: messagesApi.start.meta(needs('messages:write')),
  })

/** Makes a page from the rows read, which are one more than the page holds, and computes the next cursor. */
function pageFrom<Row>(rows: readonly Row[], limit: number, offset: number) {
  const hasMore = rows.length > limit && offset + limit <= LAST_ROW
  return { items: rows.slice(0, limit), nextCursor: hasMore ? writeCursor(offset + limit) : null }
}
