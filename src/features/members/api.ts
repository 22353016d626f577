import { AppError } from '#platform/errors.ts'
import { coach, signedIn } from '#ports/services.ts'
import { findMemberSummary, readTestData } from './queries.ts'
import { memberSummarySchema, testDataSchema } from './schema.ts'

export const membersApi = {
  summary: signedIn
    .route({
      method: 'GET',
      path: '/me/standing',
      tags: ['Accounts'],
      summary: 'Your place, rating and completed lessons, as they stand above your menu',
    })
    .output(memberSummarySchema)
    .handler(({ context }) => findMemberSummary(context.services.db, context.actor.userId)),

  testData: coach
    .route({
      method: 'GET',
      path: '/me/test-data',
      tags: ['Accounts'],
      summary:
        'What one may try things with: demo accounts and discount codes; never in production, unless it is a demo',
    })
    .output(testDataSchema)
    .handler(({ context }) => {
      const { NODE_ENV, isDemo } = context.services.env
      if (NODE_ENV === 'production' && !isDemo)
        throw new AppError('not_found', 'no_test_data', 'There is nothing at this address.')
      return readTestData(context.services, isDemo)
    }),
}
