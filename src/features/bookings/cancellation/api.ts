import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { changeProfile } from '#features/coaches/commands.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { AppError } from '#platform/errors.ts'
import { coach, signedIn } from '#ports/services.ts'
import { noSuchBooking } from '../policy.ts'
import { cancelRefusalTexts, DEFAULT_POLICY } from './cancellation.ts'
import { cancelLesson, previewCancellation } from './commands.ts'
import { cancelLessonSchema, cancellationPreviewSchema } from './schema.ts'

const tags = ['Bookings']
const policySchema = z.object({ policy: z.enum(cancellationPolicies) })

export const cancellationApi = {
  cancellationPreview: signedIn
    .route({
      method: 'GET',
      path: '/bookings/{bookingId}/cancellation',
      tags,
      summary: 'What cancelling a lesson now would give back, to the cent',
    })
    .input(z.object({ bookingId: z.uuid() }))
    .output(cancellationPreviewSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const preview = await previewCancellation(services, actor, input.bookingId)
      if (!preview) throw noSuchBooking()
      return preview
    }),

  cancel: signedIn
    .route({
      method: 'POST',
      path: '/bookings/{bookingId}/cancellation',
      tags,
      summary: 'Cancel a lesson; the refund follows its terms',
    })
    .input(cancelLessonSchema)
    .output(z.object({ refundCents: z.int() }))
    .handler(async ({ input, context: { services, actor, audit } }) => {
      const cancelled = await cancelLesson(services, actor, input, audit)
      if (cancelled.ok) return { refundCents: cancelled.refundCents }
      if (cancelled.reason === 'no_such_booking') throw noSuchBooking()
      throw new AppError('conflict', cancelled.reason, cancelRefusalTexts[cancelled.reason])
    }),

  cancellationPolicy: coach
    .route({ method: 'GET', path: '/coach/cancellation-policy', tags, summary: 'Your terms of cancelling' })
    .output(policySchema)
    .handler(async ({ context: { services, actor } }) => {
      const [terms] = await services.db
        .select({ policy: instructorProfiles.cancellationPolicy })
        .from(instructorProfiles)
        .where(eq(instructorProfiles.userId, actor.userId))
      return { policy: terms?.policy ?? DEFAULT_POLICY }
    }),

  setCancellationPolicy: coach
    .route({
      method: 'PUT',
      path: '/coach/cancellation-policy',
      tags,
      summary: 'The terms of lessons booked from now on',
    })
    .input(policySchema)
    .output(policySchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await changeProfile(services.db, actor.userId, { cancellationPolicy: input.policy })
      return input
    }),
}
