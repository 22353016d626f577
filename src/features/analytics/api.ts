import { z } from 'zod'
import { markSearch } from '#features/tracking/test-searches.ts'
import { dateIn, OFFICE_ZONE } from '#platform/time.ts'
import { admin } from '#ports/services.ts'
import { readCohorts, readMarket } from './market/queries.ts'
import { cohortsInput, cohortsSchema, marketInput, marketSchema } from './market/schema.ts'
import { periodDays, readPeriod } from './period.ts'
import { readPeople, readTopSearches, readTraffic } from './queries.ts'
import {
  daysInput,
  markSearchInput,
  peopleSchema,
  periodInput,
  topSearchesSchema,
  trafficSchema,
} from './schema.ts'

const tags = ['Back office']

export const analyticsApi = {
  traffic: admin
    .route({
      method: 'GET',
      path: '/admin/analytics/traffic',
      tags,
      summary: 'Visits by day, the way to a paid lesson, pages, sources and speed',
    })
    .input(daysInput)
    .output(trafficSchema)
    .handler(({ input, context: { services } }) => readTraffic(services.db, input)),

  people: admin
    .route({
      method: 'GET',
      path: '/admin/analytics/people',
      tags,
      summary: 'How many people with an account came, came back, joined and booked',
    })
    .input(periodInput)
    .output(peopleSchema)
    .handler(({ input, context: { services } }) =>
      readPeople(
        services.db,
        periodDays(readPeriod(input.period), dateIn(services.clock.now(), OFFICE_ZONE)),
      ),
    ),

  topSearches: admin
    .route({
      method: 'GET',
      path: '/admin/analytics/top-searches',
      tags,
      summary: 'What was searched for most, tests left out',
    })
    .input(periodInput)
    .output(topSearchesSchema)
    .handler(async ({ input, context: { services } }) => {
      const days = periodDays(readPeriod(input.period), dateIn(services.clock.now(), OFFICE_ZONE))
      return (await readTopSearches(services.db, days)).map((one) => ({ ...one, days }))
    }),

  market: admin
    .route({
      method: 'GET',
      path: '/admin/analytics/market',
      tags,
      summary: 'Searches, sales, first lessons and returning students, by month or by area in one month',
    })
    .input(marketInput)
    .output(marketSchema)
    .handler(({ input, context: { services } }) => readMarket(services.db, input, services.clock.now())),

  cohorts: admin
    .route({
      method: 'GET',
      path: '/admin/analytics/cohorts',
      tags,
      summary: 'Students by the month of their first lesson, and how many booked in each month since',
    })
    .input(cohortsInput)
    .output(cohortsSchema)
    .handler(({ input, context: { services } }) => readCohorts(services.db, input, services.clock.now())),

  markSearch: admin
    .route({
      method: 'PUT',
      path: '/admin/searches/{searchId}/test',
      tags,
      summary: 'Say whether a search was a test; figures leave tests out',
    })
    .input(markSearchInput)
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, audit } }) => {
      await markSearch(services, audit, input)
      return { ok: true as const }
    }),
}
