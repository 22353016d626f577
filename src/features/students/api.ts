import { z } from 'zod'
import { dateIn } from '#platform/time.ts'
import { coach, student } from '#ports/services.ts'
import { bringApi } from './bring/api.ts'
import { noSuchStudent, saveNote, setCalendarAccess } from './commands.ts'
import { invitationsApi } from './invitations/api.ts'
import { listOwnCoaches } from './own-coaches.ts'
import { findStudent, listRoster, listWholeRoster } from './queries.ts'
import { rosterFile } from './roster-file.ts'
import {
  calendarAccessSchema,
  ownCoachSchema,
  rosterSchema,
  rosterViewSchema,
  savedNoteSchema,
  saveNoteSchema,
  studentSchema,
} from './schema.ts'

const tags = ['Students']

export const studentsApi = {
  ...invitationsApi,
  ...bringApi,

  list: coach
    .route({ method: 'GET', path: '/coach/students', tags, summary: 'Your students, a page of the list' })
    .input(rosterViewSchema.extend({ page: z.coerce.number().int().min(1).max(1000).default(1) }))
    .output(rosterSchema)
    .handler(({ input, context: { services, actor } }) =>
      listRoster(services.db, actor.userId, input, services.clock.now()),
    ),

  file: coach
    .route({
      method: 'GET',
      path: '/coach/students.csv',
      tags,
      summary: 'The same list as a file, from its first row to its last',
    })
    .input(rosterViewSchema)
    .output(z.file())
    .handler(async ({ input, context: { services, actor } }) => {
      const now = services.clock.now()
      const { rows, zone } = await listWholeRoster(services.db, actor.userId, input, now)
      return new File([rosterFile(rows, zone)], `students-${dateIn(now, zone)}.csv`, {
        type: 'text/csv; charset=utf-8',
      })
    }),

  get: coach
    .route({
      method: 'GET',
      path: '/coach/students/{studentId}',
      tags,
      summary: 'One of your students: lessons, money, credits, your note',
    })
    .input(z.object({ studentId: z.uuid() }))
    .output(studentSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const student = await findStudent(services.db, actor.userId, input.studentId, services.clock.now())
      if (!student) throw noSuchStudent()
      return student
    }),

  setCalendarAccess: coach
    .route({
      method: 'PUT',
      path: '/coach/students/{studentId}/calendar-access',
      tags,
      summary: 'Let a student book your open times directly, or take that back',
    })
    .input(calendarAccessSchema)
    .output(z.object({ mayBook: z.boolean() }))
    .handler(async ({ input, context: { services, actor } }) => {
      await setCalendarAccess(services, actor.userId, input)
      return { mayBook: input.mayBook }
    }),

  saveNote: coach
    .route({
      method: 'PUT',
      path: '/coach/students/{studentId}/note',
      tags,
      summary: 'Keep your own note about a student',
    })
    .input(saveNoteSchema)
    .output(savedNoteSchema)
    .handler(({ input, context: { services, actor } }) => saveNote(services, actor.userId, input)),

  coaches: student
    .route({
      method: 'GET',
      path: '/me/coaches',
      tags,
      summary: 'Your coaches: lessons, next open time, credits, and whom you may book directly',
    })
    .output(z.array(ownCoachSchema))
    .handler(({ context: { services, actor } }) =>
      listOwnCoaches(services.db, actor.userId, services.clock.now()),
    ),
}
