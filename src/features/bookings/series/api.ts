import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { signedIn } from '#ports/services.ts'
import { noSuchBooking } from '../policy.ts'
import { cancelRest, previewRest } from './commands.ts'
import { cancelRestSchema, restOfSeriesSchema } from './schema.ts'

const tags = ['Bookings']

export const weeklyLessonsApi = {
  restOfSeries: signedIn
    .route({
      method: 'GET',
      path: '/bookings/{bookingId}/rest-of-series',
      tags,
      summary: 'The weekly lessons still to come, and what cancelling all of them would give back',
    })
    .input(z.object({ bookingId: z.uuid() }))
    .output(restOfSeriesSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const rest = await previewRest(services, actor, input.bookingId)
      if (!rest) throw noSuchBooking()
      return rest
    }),

  cancelRest: signedIn
    .route({
      method: 'POST',
      path: '/bookings/{bookingId}/rest-of-series',
      tags,
      summary: 'Cancel all weekly lessons still to come; each refund follows its terms',
    })
    .input(cancelRestSchema)
    .output(z.object({ refundCents: z.int(), cancelled: z.int() }))
    .handler(async ({ input, context: { services, actor } }) => {
      const done = await cancelRest(services, actor, input)
      if (done.ok) return done
      if (done.reason === 'no_such_booking') throw noSuchBooking()
      throw new AppError(
        'conflict',
        'rest_changed',
        'Your lessons or the refund have changed since you looked. Nothing was cancelled. Please look at them and confirm again.',
      )
    }),
}
