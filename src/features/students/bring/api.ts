import { z } from 'zod'
import { coach } from '#ports/services.ts'
import {
  bringStudents,
  confirmBroughtLetter,
  previewBroughtLetter,
  previewStudents,
  removeBrought,
  undoImports,
} from './commands.ts'
import {
  bringStudentsSchema,
  broughtLetterSchema,
  confirmLetterSchema,
  letterWordsSchema,
  previewStudentsSchema,
  studentsBroughtSchema,
  studentsPreviewSchema,
} from './schema.ts'

const tags = ['Students']

/** Students that a coach brings from a file. */
export const bringApi = {
  previewStudents: coach
    .route({
      method: 'POST',
      path: '/coach/student-imports/preview',
      tags,
      summary: 'The students of a file, before anything is kept',
    })
    .input(previewStudentsSchema)
    .output(studentsPreviewSchema)
    .handler(({ input, context: { services, actor } }) => previewStudents(services, actor, input)),

  bringStudents: coach
    .route({
      method: 'POST',
      path: '/coach/student-imports',
      tags,
      summary: 'Bring the students of a file; nobody is written to, and the same file twice adds nobody',
      successStatus: 201,
    })
    .input(bringStudentsSchema)
    .output(studentsBroughtSchema)
    .handler(({ input, context: { services, actor } }) => bringStudents(services, actor, input)),

  previewBroughtLetter: coach
    .route({
      method: 'POST',
      path: '/coach/student-imports/letter/preview',
      tags,
      summary: 'The letter to the students you brought, as it will be sent',
    })
    .input(letterWordsSchema)
    .output(broughtLetterSchema)
    .handler(({ input, context: { services, actor } }) =>
      previewBroughtLetter(services, actor.userId, input),
    ),

  confirmBroughtLetter: coach
    .route({
      method: 'POST',
      path: '/coach/student-imports/letter',
      tags,
      summary: 'Send the letter to the students you brought',
    })
    .input(confirmLetterSchema)
    .output(z.object({ count: z.int() }))
    .handler(({ input, context: { services, actor } }) =>
      confirmBroughtLetter(services, actor.userId, input),
    ),

  undoImports: coach
    .route({
      method: 'POST',
      path: '/coach/student-imports/undo',
      tags,
      summary:
        'Undo an import, or all imports whose letter is not confirmed: removes everyone not written to',
    })
    .input(z.object({ importId: z.uuid().optional() }))
    .output(z.object({ removed: z.int() }))
    .handler(({ input, context: { services, actor } }) =>
      undoImports(services, actor.userId, input.importId),
    ),

  removeBrought: coach
    .route({
      method: 'DELETE',
      path: '/coach/brought-students/{broughtId}',
      tags,
      summary: 'Remove a student you brought and have not written to',
    })
    .input(z.object({ broughtId: z.uuid() }))
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await removeBrought(services, actor.userId, input.broughtId)
      return { ok: true as const }
    }),
}
