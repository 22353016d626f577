import { sql } from 'drizzle-orm'
import { byOwnAddress, isTheirs, type OwnData, readParts } from '#platform/own-data.ts'

export const savesOwnData: OwnData = {
  erase: (leaver) => [
    sql`delete from instructor_saves
      where instructor_id = ${leaver.userId}::uuid or ${isTheirs(leaver, sql`user_id`, sql`email`)}`,
    sql`delete from match_saves
      where matched_instructor_id = ${leaver.userId}::uuid or ${isTheirs(leaver, sql`user_id`, sql`email`)}`,
  ],

  export: (db, id) =>
    readParts(db, {
      saved_coaches: sql`
        select coalesce(c.display_name, 'Golf Instructor') as coach, s.name, s.email, s.phone, s.notes, s.created_at
        from instructor_saves s join instructor_profiles c on c.user_id = s.instructor_id
        where s.user_id = ${id} or ${byOwnAddress(sql`s.user_id`, sql`s.email`, id)} order by s.created_at`,
      saved_matches: sql`
        select coalesce(c.display_name, 'Golf Instructor') as coach, s.name, s.email, s.preferences, s.created_at
        from match_saves s join instructor_profiles c on c.user_id = s.matched_instructor_id
        where s.user_id = ${id} or ${byOwnAddress(sql`s.user_id`, sql`s.email`, id)} order by s.created_at`,
    }),
}
