import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const otherCalendarsOwnData: OwnData = {
  // What they kept busy goes with them.
  erase: ({ userId }) => [sql`delete from other_calendars where instructor_id = ${userId}::uuid`],

  export: (db, id) =>
    readParts(db, {
      other_calendars: sql`
        select kind, name, created_at, last_read_at, failure, failing_since from other_calendars where instructor_id = ${id}
        order by created_at, id`,
      busy_times: sql`
        select c.name as calendar, b.starts_at, b.ends_at, b.title from instructor_busy_times b
        join other_calendars c on c.id = b.calendar_id where b.instructor_id = ${id} order by b.starts_at, b.ends_at`,
    }),
}
