import { z } from 'zod'
import { toIso } from '#platform/time.ts'
import { open } from '#ports/services.ts'
import { ownHoursApi } from './own-hours/api.ts'
import { ownTimesApi } from './own-times/api.ts'

const tags = ['Availability']

export const availabilityApi = {
  ...ownHoursApi,
  ...ownTimesApi,

  nextOpenings: open
    .route({
      method: 'GET',
      path: '/next-openings',
      tags,
      summary: 'The first open hour of each of up to 24 coaches',
    })
    .input(z.object({ instructorIds: z.array(z.uuid()).max(24) }))
    .output(z.record(z.string(), z.object({ start: z.iso.datetime(), zone: z.string() })))
    .handler(async ({ input, context }) => {
      const { db, clock, answers } = context.services
      const found = await answers.next_openings(db, {
        instructorIds: input.instructorIds,
        now: clock.now(),
      })
      return Object.fromEntries(
        [...found].map(([id, { start, zone }]) => [id, { start: toIso(start), zone }]),
      )
    }),
}
