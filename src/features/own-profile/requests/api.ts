import { z } from 'zod'
import { admin, coach } from '#ports/services.ts'
import { approveReview, askCheck, bringReview, dropReview, refuseCheck, refuseReview } from './commands.ts'
import { listOpenRequests, readCredentialStates, readImportedReviews } from './queries.ts'
import {
  askCheckSchema,
  bringReviewSchema,
  credentialStateSchema,
  importedReviewSchema,
  openRequestsSchema,
  refuseCheckSchema,
  refuseReviewSchema,
} from './schema.ts'

const tags = ['Own profile']
const done = z.object({ ok: z.literal(true) })
const outcomeOf = <const Reason extends string>(reasons: readonly [Reason, ...Reason[]]) =>
  z.discriminatedUnion('ok', [done, z.object({ ok: z.literal(false), reason: z.enum(reasons) })])

/** The API for requests to admins: verifying certificates, and importing reviews. */
export const requestsApi = {
  credentialStates: coach
    .route({
      method: 'GET',
      path: '/coach/credentials',
      tags,
      summary: 'How far each of your certificates is',
    })
    .output(z.array(credentialStateSchema))
    .handler(({ context: { services, actor } }) =>
      readCredentialStates(services.db, actor.userId, services.clock.now()),
    ),

  askCheck: coach
    .route({
      method: 'POST',
      path: '/coach/credentials/checks',
      tags,
      summary: 'Ask that a certificate of your profile is looked at',
    })
    .input(askCheckSchema)
    .output(outcomeOf(['no_such_credential', 'asked_already', 'no_such_document', 'too_many']))
    .handler(({ input, context: { services, actor } }) => askCheck(services, actor.userId, input)),

  importedReviews: coach
    .route({
      method: 'GET',
      path: '/coach/imported-reviews',
      tags,
      summary: 'The reviews you brought along, with what became of them',
    })
    .output(z.array(importedReviewSchema))
    .handler(({ context: { services, actor } }) => readImportedReviews(services.db, actor.userId)),

  bringReview: coach
    .route({
      method: 'POST',
      path: '/coach/imported-reviews',
      tags,
      summary: 'Bring a review along; it shows when an admin has looked at it',
    })
    .input(bringReviewSchema)
    .output(outcomeOf(['too_many', 'already_shown']))
    .handler(({ input, context: { services, actor } }) => bringReview(services, actor.userId, input)),

  dropReview: coach
    .route({
      method: 'DELETE',
      path: '/coach/imported-reviews/{reviewId}',
      tags,
      summary: 'Take a review back that you brought along',
    })
    .input(z.object({ reviewId: z.uuid() }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await dropReview(services, actor.userId, input.reviewId)
      return { ok: true }
    }),

  openRequests: admin
    .route({
      method: 'GET',
      path: '/coach-requests',
      tags,
      summary: 'Certificates and reviews that wait for an answer',
    })
    .output(openRequestsSchema)
    .handler(({ context }) => listOpenRequests(context.services.db)),

  refuseCheck: admin
    .route({
      method: 'POST',
      path: '/coach-requests/checks/{requestId}/refusal',
      tags,
      summary: 'Say why a certificate is not recorded; recording it answers the request, too',
    })
    .input(refuseCheckSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await refuseCheck(services, { actor, audit }, input)
      return { ok: true }
    }),

  approveReview: admin
    .route({
      method: 'POST',
      path: '/coach-requests/reviews/{reviewId}/approval',
      tags,
      summary: 'Show an imported review on the profile',
    })
    .input(z.object({ reviewId: z.uuid() }))
    .output(done)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await approveReview(services, { actor, audit }, input.reviewId)
      return { ok: true }
    }),

  refuseReview: admin
    .route({
      method: 'POST',
      path: '/coach-requests/reviews/{reviewId}/refusal',
      tags,
      summary: 'Say why an imported review is not shown',
    })
    .input(refuseReviewSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await refuseReview(services, { actor, audit }, input)
      return { ok: true }
    }),
}
