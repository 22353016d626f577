import { z } from 'zod'
import { admin } from '#ports/services.ts'
import { addLessonNote, refundLesson } from './commands.ts'
import { readDeskLesson } from './queries.ts'
import { deskLessonSchema, lessonNoteSchema, onLessonSchema, refundLessonSchema } from './schema.ts'

const tags = ['Back office']

/** What admins see of a lesson and do with it. They cancel and move it as its people do: `bookings.cancel`, `bookings.reschedule`. */
export const lessonsApi = {
  desk: admin
    .route({
      method: 'GET',
      path: '/admin/lessons/{bookingId}',
      tags,
      summary: 'A lesson with its people, money, notes and history',
    })
    .input(onLessonSchema)
    .output(deskLessonSchema)
    .handler(({ input, context: { services } }) => readDeskLesson(services, input.bookingId)),

  refund: admin
    .route({
      method: 'POST',
      path: '/admin/lessons/{bookingId}/refunds',
      tags,
      summary: 'Refund a part of a lesson’s price to its student',
    })
    .input(refundLessonSchema)
    .output(z.object({ refundCents: z.int() }))
    .handler(async ({ input, context: { services, actor, audit } }) => ({
      refundCents: await refundLesson(services, { actor, audit }, input),
    })),

  addNote: admin
    .route({
      method: 'POST',
      path: '/admin/lessons/{bookingId}/notes',
      tags,
      summary: 'Add a note about a lesson that only admins see',
    })
    .input(lessonNoteSchema)
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await addLessonNote(services, { actor, audit }, input)
      return { ok: true as const }
    }),
}
