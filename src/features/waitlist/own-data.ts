import { sql } from 'drizzle-orm'
import { byOwnAddress, isTheirs, type OwnData, readParts } from '#platform/own-data.ts'

export const waitlistOwnData: OwnData = {
  erase: (leaver) => [sql`delete from city_waitlist where ${isTheirs(leaver, sql`user_id`, sql`email`)}`],

  export: (db, id) =>
    readParts(db, {
      waitlists: sql`
        select w.city, w.state, w.name, w.email, w.preferences, w.status, w.created_at from city_waitlist w
        where w.user_id = ${id} or ${byOwnAddress(sql`w.user_id`, sql`w.email`, id)} order by w.created_at`,
    }),
}
