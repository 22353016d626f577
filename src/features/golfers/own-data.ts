import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const golfersOwnData: OwnData = {
  otherNames: (id) => sql`select name from golfers where account_id = ${id}`,

  // Lessons then name the closed account alone.
  erase: ({ userId }) => [sql`delete from golfers where account_id = ${userId}::uuid`],

  export: (db, id) =>
    readParts(db, {
      golfers: sql`
        select id, name, relation, year_of_birth, clips_allowed_at, created_at, removed_at from golfers
        where account_id = ${id} order by created_at`,
    }),
}
