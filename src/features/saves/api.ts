import { z } from 'zod'
import { open, student } from '#ports/services.ts'
import { saveAsStudent, saveAsVisitor } from './commands.ts'
import { hasSavedCoach } from './queries.ts'
import { saveAsVisitorSchema, savedSchema } from './schema.ts'

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
