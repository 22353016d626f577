import { z } from 'zod'
import { MESSAGE_LENGTH } from '#features/bookings/cancellation/schema.ts'
import { isProvenStudent } from '#features/checkout/open-holds.ts'
import { toIso } from '#platform/time.ts'
import { writtenText } from '#platform/written-text.ts'
import { coach, open, student } from '#ports/services.ts'
import { noSuchClinic, publishClinic, removeDraft, saveClinic } from './commands.ts'
import { cancelClinic } from './ending.ts'
import { listOwnClinics } from './own-clinics.ts'
import { findClinic, findPublicClinic, listClinics, listParticipants } from './queries.ts'
import {
  buySeatsSchema,
  clinicSchema,
  heldSeatsSchema,
  ownClinicSchema,
  ownClinicsInput,
  participantSchema,
  saveClinicSchema,
} from './schema.ts'
import { buySeats } from './seats.ts'

const tags = ['Clinics']
const CHANGES_AN_HOUR = { points: 120, seconds: 3600 }
/** Purchases a student starts in an hour; each holds up to nine seats for 15 minutes. */
const PURCHASES_PER_STUDENT = { points: 20, seconds: 3600 }
/** The same per IP address, by accounts without a confirmed email. */
const UNPROVEN_PURCHASES_PER_ADDRESS = { points: 6, seconds: 3600 }

const one = z.object({ clinicId: z.uuid() })

export const clinicsApi = {
  ofCoach: open
    .route({
      method: 'GET',
      path: '/coaches/{instructorId}/clinics',
      tags,
      summary: 'The clinics of a coach that are still to come',
    })
    .input(z.object({ instructorId: z.uuid() }))
    .output(z.array(clinicSchema))
    .handler(({ input, context: { services } }) =>
      listClinics(services.db, input.instructorId, services.clock.now()),
    ),

  clinic: open
    .route({
      method: 'GET',
      path: '/clinics/{clinicId}',
      tags,
      summary: 'A clinic with the seats that are left, including those that you hold and have not paid',
    })
    .input(one)
    .output(clinicSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const studentId = actor?.role === 'student' ? actor.userId : undefined
      const found = await findPublicClinic(services.db, input.clinicId, services.clock.now(), studentId)
      if (!found) throw noSuchClinic()
      return found
    }),

  buySeats: student
    .route({
      method: 'POST',
      path: '/clinics/{clinicId}/seats',
      tags,
      summary: 'Hold seats in a clinic, all or none, and start one payment for them',
      successStatus: 201,
    })
    .input(buySeatsSchema)
    .output(heldSeatsSchema)
    .handler(async ({ input, context: { services, actor, ip } }) => {
      await services.rateLimits.count('buy-seats', actor.userId, PURCHASES_PER_STUDENT)
      if (!(await isProvenStudent(services.db, actor.userId)))
        await services.rateLimits.count('unproven-seats', ip, UNPROVEN_PURCHASES_PER_ADDRESS)
      const held = await buySeats(services, actor, input)
      return { ...held, holdExpiresAt: toIso(held.holdExpiresAt) }
    }),

  own: coach
    .route({
      method: 'GET',
      path: '/own-clinics',
      tags,
      summary: 'Your clinics, with their seats: drafts and clinics to come first, then the newest ones',
    })
    .input(ownClinicsInput)
    .output(z.array(ownClinicSchema))
    .handler(({ input, context: { services, actor } }) =>
      listOwnClinics(services.db, actor.userId, input, services.clock.now()),
    ),

  save: coach
    .route({
      method: 'PUT',
      path: '/own-clinics',
      tags,
      summary: 'Create a draft of a clinic, or change a clinic',
    })
    .input(saveClinicSchema)
    .output(one)
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('clinics', actor.userId, CHANGES_AN_HOUR)
      return { clinicId: await saveClinic(services, actor, input) }
    }),

  publish: coach
    .route({
      method: 'POST',
      path: '/own-clinics/{clinicId}/publication',
      tags,
      summary: 'Publish a clinic: its dates are occupied, and seats are sold',
    })
    .input(one)
    .output(z.object({ published: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('clinics', actor.userId, CHANGES_AN_HOUR)
      await publishClinic(services, actor, input.clinicId)
      return { published: true as const }
    }),

  remove: coach
    .route({
      method: 'DELETE',
      path: '/own-clinics/{clinicId}',
      tags,
      summary: 'Remove the draft of a clinic',
    })
    .input(one)
    .output(z.object({ removed: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await removeDraft(services, actor, input.clinicId)
      return { removed: true as const }
    }),

  cancel: coach
    .route({
      method: 'POST',
      path: '/own-clinics/{clinicId}/cancellation',
      tags,
      summary: 'Cancel a clinic; each seat is refunded in full',
    })
    .input(
      one.extend({
        message: writtenText()
          .trim()
          .max(MESSAGE_LENGTH, `Message must be less than ${MESSAGE_LENGTH} characters`)
          .optional(),
      }),
    )
    .output(z.object({ refundedSeats: z.int() }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('clinics', actor.userId, CHANGES_AN_HOUR)
      return { refundedSeats: await cancelClinic(services, actor, input) }
    }),

  participants: coach
    .route({
      method: 'GET',
      path: '/own-clinics/{clinicId}/participants',
      tags,
      summary: 'Who takes part in your clinic',
    })
    .input(one)
    .output(z.array(participantSchema))
    .handler(async ({ input, context: { services, actor } }) => {
      const now = services.clock.now()
      const found = await findClinic(services.db, input.clinicId, now)
      if (found?.clinic.instructorId !== actor.userId) throw noSuchClinic()
      return await listParticipants(services.db, input.clinicId, now)
    }),
}
