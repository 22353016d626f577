import { z } from 'zod'
import { open, student } from '#ports/services.ts'
import { removeSave, saveAsStudent, saveAsVisitor } from './commands.ts'
import { hasSavedCoach, listSavedCoaches } from './queries.ts'
import { saveAsVisitorSchema, savedCoachSchema, savedSchema } from './schema.ts'

const tags = ['Coaches']
const coachInput = z.object({ instructorId: z.uuid() })

export const savesApi = {
  saveAsVisitor: open
    .route({
      method: 'POST',
      path: '/coach-saves',
      tags,
      summary: 'Save a coach, and be reached about lessons there',
      successStatus: 201,
    })
    .input(saveAsVisitorSchema)
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context }) => {
      await saveAsVisitor(context.services, input, { ip: context.ip })
      return { ok: true as const }
    }),

  save: student
    .route({
      method: 'PUT',
      path: '/me/saved-coaches/{instructorId}',
      tags,
      summary: "Save a coach with the account's name, email and phone",
    })
    .input(coachInput)
    .output(savedSchema)
    .handler(({ input, context }) =>
      saveAsStudent(context.services, context.actor.userId, input.instructorId),
    ),

  remove: student
    .route({
      method: 'DELETE',
      path: '/me/saved-coaches/{instructorId}',
      tags,
      summary: 'Take a coach out of those the student saved',
    })
    .input(coachInput)
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context }) => {
      await removeSave(context.services, context.actor.userId, input.instructorId)
      return { ok: true as const }
    }),

  list: student
    .route({
      method: 'GET',
      path: '/me/saved-coaches',
      tags,
      summary: 'The coaches the student saved, the newest first',
    })
    .output(z.array(savedCoachSchema))
    .handler(({ context }) => listSavedCoaches(context.services.db, context.actor.userId)),

  isSaved: student
    .route({
      method: 'GET',
      path: '/me/saved-coaches/{instructorId}',
      tags,
      summary: 'Whether the student saved a coach',
    })
    .input(coachInput)
    .output(z.object({ isSaved: z.boolean() }))
    .handler(async ({ input, context }) => ({
      isSaved: await hasSavedCoach(context.services.db, context.actor.userId, input.instructorId),
    })),
}
