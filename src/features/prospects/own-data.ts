import { sql } from 'drizzle-orm'
import { byOwnAddress, isTheirs, type OwnData, readParts } from '#platform/own-data.ts'

export const prospectsOwnData: OwnData = {
  erase: (leaver) => [
    sql`delete from trial_interests where ${isTheirs(leaver, sql`user_id`, sql`email`)}`,
    sql`delete from showroom_coaches where instructor_id = ${leaver.userId}::uuid`,
  ],

  export: (db, id) =>
    readParts(db, {
      trial_requests: sql`
        select t.full_name, t.email, t.phone, t.business_name, t.message, t.created_at from trial_interests t
        where t.user_id = ${id} or ${byOwnAddress(sql`t.user_id`, sql`t.email`, id)} order by t.created_at`,
    }),
}
