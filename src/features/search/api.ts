import { z } from 'zod'
import { open } from '#ports/services.ts'
import { CLINICS_PER_PAGE, listClinicsNear, readClinicsPage } from './clinics-near.ts'
import { consultationUrl } from './consultation.ts'
import { listCardTimes, listOpenDays } from './open-times/queries.ts'
import { listCoachGenders, listTestimonials, searchCached, searchCoaches } from './queries.ts'
import {
  cardTimesInput,
  cardTimesSchema,
  clinicNearSchema,
  clinicsNearInput,
  clinicsPageInput,
  clinicsPageSchema,
  coachCardSchema,
  coachGenderSchema,
  homeSchema,
  nearestResultSchema,
  openDaySchema,
  positionSchema,
  searchResultSchema,
  searchSchema,
  townSchema,
  townsInput,
  zipField,
  zipPlaceSchema,
} from './schema.ts'
import { listSimilarCoaches } from './similar-coaches.ts'
import { listNearestCoaches } from './six-nearest.ts'
import { findNearestZip, listTowns } from './zip-codes.ts'

const tags = ['Search']
/** The response contains every coach, so it is rate limited. */
const GENDER_LISTS = { points: 30, seconds: 60 }

export const searchApi = {
  coaches: open
    .meta({ mayLag: true })
    .route({
      method: 'GET',
      path: '/coaches',
      tags,
      summary: 'Coaches within 50 miles of a ZIP code, 24 a page',
      description:
        'An unknown ZIP code is answered with an empty result. Without a ZIP all coaches are listed.',
    })
    .input(searchSchema)
    .output(searchResultSchema)
    .handler(({ input, context }) =>
      context.actor?.role === 'admin'
        ? searchCoaches(context.services.db, input, true, context.services.clock.now())
        : searchCached(context.services, input),
    ),

  cardTimes: open
    .meta({ mayLag: true })
    .route({
      method: 'GET',
      path: '/coaches/open-times',
      tags,
      summary:
        'Up to three open times of each of up to 24 coaches, on the days and in the part of the day asked for',
    })
    .input(cardTimesInput)
    .output(z.record(z.string(), cardTimesSchema))
    .handler(({ input, context: { services } }) => listCardTimes(services.db, input, services.clock.now())),

  openDays: open
    .meta({ mayLag: true })
    .route({
      method: 'GET',
      path: '/coaches/open-days',
      tags,
      summary: 'The days on which a coach of a search is open, within 30 days; for a search without results',
    })
    .input(searchSchema)
    .output(z.array(openDaySchema))
    .handler(({ input, context: { services } }) => listOpenDays(services.db, input, services.clock.now())),

  // Pages of the previous version call it, which read one page.
  clinics: open
    .meta({ mayLag: true })
    .route({
      method: 'GET',
      path: '/clinics',
      tags,
      summary: 'The next 24 clinics and camps within 50 miles of a ZIP code that have not begun',
    })
    .input(clinicsNearInput)
    .output(z.array(clinicNearSchema))
    .handler(({ input, context: { services } }) =>
      listClinicsNear(services.db, input, services.clock.now(), { limit: CLINICS_PER_PAGE, offset: 0 }),
    ),

  clinicsPage: open
    .meta({ mayLag: true })
    .route({
      method: 'GET',
      path: '/clinics/page',
      tags,
      summary:
        'Clinics and camps within 50 miles of a ZIP code that have not begun, the next one first, 24 a page',
    })
    .input(clinicsPageInput)
    .output(clinicsPageSchema)
    .handler(({ input, context: { services } }) => readClinicsPage(services.db, input, services.clock.now())),

  nearest: open
    .meta({ mayLag: true })
    .route({
      method: 'GET',
      path: '/nearest-coaches',
      tags,
      summary: 'The six nearest coaches to a ZIP code, within 150 miles',
    })
    .input(z.object({ zip: zipField }))
    .output(nearestResultSchema)
    .handler(({ input, context }) => listNearestCoaches(context.services.db, input.zip)),

  similar: open
    .meta({ mayLag: true })
    .route({
      method: 'GET',
      path: '/coaches/{instructorId}/similar',
      tags,
      summary: 'Up to six coaches nearest to where a coach teaches, within 100 miles',
    })
    .input(z.object({ instructorId: z.uuid() }))
    .output(z.array(coachCardSchema))
    .handler(({ input, context }) => listSimilarCoaches(context.services.db, input.instructorId)),

  nearestZip: open
    .meta({ mayLag: true })
    .route({
      method: 'GET',
      path: '/zip-codes/nearest',
      tags,
      summary: 'The ZIP code nearest to a point; null far from any',
    })
    .input(positionSchema)
    .output(zipPlaceSchema.nullable())
    .handler(({ input, context }) => findNearestZip(context.services.db, input)),

  towns: open
    .meta({ mayLag: true })
    .route({ method: 'GET', path: '/towns', tags, summary: 'The larger towns around a point, largest first' })
    .input(townsInput)
    .output(z.array(townSchema))
    .handler(({ input, context }) => listTowns(context.services.db, input)),

  instructorGenders: open
    .meta({ changesNothing: true, mayLag: true })
    .route({
      method: 'POST',
      path: '/functions/get_instructor_genders',
      tags,
      summary: 'Visible coaches who gave their gender',
    })
    .output(z.array(coachGenderSchema))
    .handler(async ({ context }) => {
      await context.services.rateLimits.count('coach-genders', context.ip, GENDER_LISTS)
      return await listCoachGenders(context.services, context.services.clock, 'all')
    }),

  home: open
    .meta({ mayLag: true })
    .route({
      method: 'GET',
      path: '/home',
      tags,
      summary: 'What the home page shows beyond the search: the consultation address and what students said',
    })
    .output(homeSchema)
    .handler(async ({ context: { services } }) => ({
      consultationUrl: consultationUrl(services.env),
      testimonials: await listTestimonials(services, services.clock, 'all'),
    })),
}
