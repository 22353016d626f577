import { z } from 'zod'
import { readPeriod } from '#features/analytics/period.ts'
import { periodInput } from '#features/analytics/schema.ts'
import { readRestoreTest, restoreTestState } from '#platform/restore-test.ts'
import { admin } from '#ports/services.ts'
import { readAttention } from './attention.ts'
import { createDemoData, readDemoDataState } from './demo-data.ts'
import { find } from './find.ts'
import { geocodeTeachingLocations } from './geocoding.ts'
import { readJobQueues } from './job-list.ts'
import { readPerson } from './person.ts'
import { readPromises } from './promises.ts'
import { readOverview } from './queries.ts'
import {
  attentionSchema,
  demoDataSchema,
  demoDataStateSchema,
  findInput,
  foundListSchema,
  geocodedSchema,
  jobQueuesSchema,
  overviewSchema,
  personInput,
  personSchema,
  promisesSchema,
  restoreTestSchema,
  trendsSchema,
  vendorsSchema,
} from './schema.ts'
import { readTrends } from './trends.ts'
import { readVendors } from './vendors.ts'

const tags = ['Back office']

export const operationsApi = {
  overview: admin
    .route({
      method: 'GET',
      path: '/admin/overview',
      tags,
      summary: 'Users, signups today, revenue, conversations and proposals; the newest registrations',
    })
    .output(overviewSchema)
    .handler(({ context: { services } }) => readOverview(services.db, services.clock.now())),

  trends: admin
    .route({
      method: 'GET',
      path: '/admin/trends',
      tags,
      summary: 'Lessons, revenue and new users of a period, day by day, with the totals of the period before',
    })
    .input(periodInput)
    .output(trendsSchema)
    .handler(({ input, context: { services } }) =>
      readTrends(services.db, readPeriod(input.period), services.clock.now()),
    ),

  attention: admin
    .route({ method: 'GET', path: '/admin/attention', tags, summary: 'Work that waits for an admin' })
    .output(attentionSchema)
    .handler(({ context: { services } }) => readAttention(services.db, services.attention)),

  promises: admin
    .route({
      method: 'GET',
      path: '/admin/users/{userId}/promises',
      tags,
      summary: 'Lessons to come, unused credits, held money and open disputes of a person',
    })
    .input(z.object({ userId: z.uuid() }))
    .output(promisesSchema)
    .handler(({ input, context: { services } }) =>
      readPromises(services.db, input.userId, services.clock.now()),
    ),

  jobs: admin
    .route({
      method: 'GET',
      path: '/admin/jobs',
      tags,
      summary: 'Every kind of background job: last and next run, and how many wait, run and failed',
    })
    .output(jobQueuesSchema)
    .handler(({ context: { services } }) => readJobQueues(services)),

  vendors: admin
    .route({
      method: 'GET',
      path: '/admin/vendor-health',
      tags,
      summary:
        'Every vendor over all processes: last success and failure, calls of a day, and whether it is left alone',
    })
    .output(vendorsSchema)
    .handler(({ context: { services } }) => readVendors(services)),

  restoreTest: admin
    .route({
      method: 'GET',
      path: '/admin/restore-test',
      tags,
      summary: 'When a restore of the newest backup was tested last, and whether it passed',
    })
    .output(restoreTestSchema)
    .handler(async ({ context: { services } }) => {
      const { BACKUP_FOLDER: folder } = services.env
      return folder ? restoreTestState(await readRestoreTest(folder), services.clock.now()) : null
    }),

  geocode: admin
    .route({
      method: 'POST',
      path: '/functions/geocode-teaching-locations',
      tags: ['Functions'],
      summary: 'Put coaches’ places on the map that have no coordinates yet',
    })
    .output(geocodedSchema)
    .handler(({ context: { services, actor, audit } }) =>
      geocodeTeachingLocations(services, { actor, audit }),
    ),

  demoDataState: admin
    .route({
      method: 'GET',
      path: '/admin/demo-data',
      tags,
      summary: 'Whether demo accounts can be made here, and why not',
    })
    .output(demoDataStateSchema)
    .handler(({ context: { services } }) => readDemoDataState(services)),

  createDemoData: admin
    .route({
      method: 'POST',
      path: '/functions/create-enterprise-demo-data',
      tags: ['Functions'],
      summary:
        'Make ten demo coaches and twenty demo students, once; their passwords are in this answer only. Never in a real marketplace',
    })
    .output(demoDataSchema)
    .handler(({ context: { services, actor, audit } }) => createDemoData(services, { actor, audit })),

  find: admin
    .route({
      method: 'GET',
      path: '/admin/find',
      tags,
      summary:
        'Anything by its number, id, email or name: people, lessons, tickets, disputes, payments, codes and leads',
    })
    .input(findInput)
    .output(foundListSchema)
    .handler(({ input, context }) => find(context.services, input.q)),

  person: admin
    .route({
      method: 'GET',
      path: '/admin/users/{userId}',
      tags,
      summary: 'A user with a timeline of their activity',
    })
    .input(personInput)
    .output(personSchema)
    .handler(({ input, context: { services } }) => readPerson(services.db, input, services.clock.now())),
}
