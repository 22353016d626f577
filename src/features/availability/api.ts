import { z } from 'zod'
import { toIso } from '#platform/time.ts'
import { open } from '#ports/services.ts'
import { ownHoursApi } from './own-hours/api.ts'
import { ownTimesApi } from './own-times/api.ts'
import { listNextOpenings } from './queries.ts'

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
      const found = await listNextOpenings(
        context.services.db,
        input.instructorIds,
        context.services.clock.now(),
      )
      return Object.fromEntries(
        [...found].map(([id, { start, zone }]) => [id, { start: toIso(start), zone }]),
      )
    }),
}
