import { z } from 'zod'
import { student } from '#ports/services.ts'
import { BOOKINGS_PER_STUDENT } from '../booking.ts'
import { bookingRefused } from '../refusal/refusal.ts'
import { bookLessonSchema } from '../schema.ts'
import { bookDemonstration } from './commands.ts'

export const demonstrationApi = {
  bookDemo: student
    .route({
      method: 'POST',
      path: '/demo-bookings',
      tags: ['Bookings'],
      summary: 'Book a demo lesson, paid at once with no money',
      successStatus: 201,
    })
    .input(bookLessonSchema)
    .output(z.object({ bookingId: z.uuid() }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('book', actor.userId, BOOKINGS_PER_STUDENT)
      const made = await bookDemonstration(services, actor, input)
      if (!made.ok) throw bookingRefused(made.reason)
      return { bookingId: made.bookingId }
    }),
}
