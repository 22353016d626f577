import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { coach } from '#ports/services.ts'
import { noSuchBooking } from '../policy.ts'
import { completeLesson } from './commands.ts'
import { completionRefusalTexts, lessonOutcomes } from './completion.ts'

export const completionApi = {
  complete: coach
    .route({
      method: 'POST',
      path: '/bookings/{bookingId}/completion',
      tags: ['Bookings'],
      summary: 'Say what became of a lesson that is over',
    })
    .input(z.object({ bookingId: z.uuid(), outcome: z.enum(lessonOutcomes).default('taught') }))
    .output(z.object({ outcome: z.enum(lessonOutcomes) }))
    .handler(async ({ input, context: { services, actor } }) => {
      const completed = await completeLesson(services, actor, input)
      if (completed.ok) return { outcome: input.outcome }
      if (completed.reason === 'no_such_booking') throw noSuchBooking()
      throw new AppError('conflict', completed.reason, completionRefusalTexts[completed.reason])
    }),
}
