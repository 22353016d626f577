import { sql } from 'drizzle-orm'
import { type OwnData, readOne } from '#platform/own-data.ts'

export const tasksOwnData: OwnData = {
  erase: ({ userId }) => [sql`delete from coach_first_steps where instructor_id = ${userId}::uuid`],

  export: async (db, id) => ({
    first_steps: await readOne(
      db,
      sql`select shared_at, dismissed_at from coach_first_steps where instructor_id = ${id}`,
    ),
  }),
}
