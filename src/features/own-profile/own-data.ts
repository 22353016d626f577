import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const ownProfileOwnData: OwnData = {
  erase({ userId }) {
    const id = sql`${userId}::uuid`
    return [
      sql`delete from credential_requests where instructor_id = ${id}`,
      sql`delete from imported_reviews where instructor_id = ${id}`,
    ]
  },

  export: (db, id) =>
    readParts(db, {
      asked_checks: sql`
        select credential, note, status, refusal, created_at, answered_at from credential_requests where instructor_id = ${id}
        order by created_at, credential`,
      brought_reviews: sql`
        select author, rating, body, source, status, refusal, created_at, answered_at from imported_reviews
        where instructor_id = ${id} order by created_at, id`,
    }),
}
