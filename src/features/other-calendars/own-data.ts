import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const otherCalendarsOwnData: OwnData = {
  // Deletes their busy times as well.
  erase: ({ userId }) => [
    // Also deletes the access to Google, and a trigger queues its revocation (google_access_ended).
    sql`delete from other_calendars where instructor_id = ${userId}::uuid`,
    sql`delete from google_lesson_events where instructor_id = ${userId}::uuid`,
    sql`delete from google_clinic_events where instructor_id = ${userId}::uuid`,
    sql`delete from google_consents where instructor_id = ${userId}::uuid`,
  ],

  endAccess({ userId, isClaimed }) {
    const id = sql`${userId}::uuid`
    // A Google account with this account's email address belongs to its owner. Any other may belong to an
    // intruder.
    const isOther = sql`exists (select from profiles p where p.id = ${id} and lower(p.email) <> lower(s.account))`
    return [
      { name: null, statement: sql`delete from google_consents where instructor_id = ${id}` },
      isClaimed
        ? {
            name: 'other calendars',
            statement: sql`delete from other_calendars c where instructor_id = ${id} and not exists (
              select from google_calendar_sync s where s.calendar_id = c.id and not ${isOther})`,
          }
        : {
            name: 'lessons in Google Calendar',
            // Busy times are still read, so that these times cannot be booked.
            statement: sql`update google_calendar_sync s set target_calendar = null, version = version + 1
              where instructor_id = ${id} and target_calendar is not null and ${isOther}`,
          },
    ]
  },

  export: (db, id) =>
    readParts(db, {
      other_calendars: sql`
        select kind, name, created_at, last_read_at, failure, failing_since from other_calendars where instructor_id = ${id}
        order by created_at, id`,
      google_calendar: sql`
        select s.account, s.sync_enabled, s.connected_at,
          (select array_agg(l.name order by l.name) from google_calendars l where l.instructor_id = s.instructor_id and l.counts_busy) as counted_as_busy,
          (select l.name from google_calendars l where l.instructor_id = s.instructor_id and l.google_id = s.target_calendar) as lessons_are_written_to
        from google_calendar_sync s where s.instructor_id = ${id}`,
      lessons_written_to_google: sql`
        select booking_id, starts_at, ends_at from google_lesson_events where instructor_id = ${id} order by starts_at`,
      clinics_written_to_google: sql`
        select c.title, e.starts_at, e.ends_at from google_clinic_events e
        join clinic_dates d on d.id = e.clinic_date_id join clinics c on c.id = d.clinic_id
        where e.instructor_id = ${id} order by e.starts_at`,
      busy_times: sql`
        select c.name as calendar, b.starts_at, b.ends_at, b.title from instructor_busy_times b
        join other_calendars c on c.id = b.calendar_id where b.instructor_id = ${id} order by b.starts_at, b.ends_at`,
    }),
}
