import { sql } from 'drizzle-orm'
import { type OwnData, readOne } from '#platform/own-data.ts'

export const onboardingOwnData: OwnData = {
  erase: ({ userId }) => [sql`delete from coach_drafts where user_id = ${userId}::uuid`],

  export: async (db, id) => ({
    coach_draft: await readOne(db, sql`select draft, updated_at from coach_drafts where user_id = ${id}`),
  }),
}
