import { z } from 'zod'
import { student } from '#ports/services.ts'
import { changeBookingNote } from './commands.ts'
import { changeBookingNoteSchema } from './schema.ts'

const CHANGES_AN_HOUR = { points: 60, seconds: 60 * 60 }

export const bookingNotesApi = {
  changeNote: student
    .route({
      method: 'PUT',
      path: '/bookings/{bookingId}/note',
      tags: ['Bookings'],
      summary: 'Change your note to the coach about a lesson, until it begins',
    })
    .input(changeBookingNoteSchema)
    .output(z.object({ saved: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('booking-note', actor.userId, CHANGES_AN_HOUR)
      await changeBookingNote(services, actor, input)
      return { saved: true as const }
    }),
}
