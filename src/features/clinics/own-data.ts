import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const clinicsOwnData: OwnData = {
  // Seats are lessons of other people, so clinics that had some stay with their title and time.
  erase: ({ userId }) => [
    sql`delete from clinics c where c.instructor_id = ${userId}::uuid and c.status <> 'published'
      and not exists (select from bookings b where b.clinic_id = c.id)`,
    sql`update clinics set description = '' where instructor_id = ${userId}::uuid`,
  ],

  things: (id) => sql`select id from clinics where instructor_id = ${id}`,

  export: (db, id) =>
    readParts(db, {
      clinics: sql`
        select c.id, c.status, c.title, c.description, c.location_name, c.location_address, c.time_zone,
          round(c.price_cents / 100.0, 2) as price, c.seats, c.minimum, c.decide_at, c.youngest, c.oldest, c.level,
          c.published_at, c.cancelled_at, c.cancelled_because, c.created_at,
          (select json_agg(json_build_object('starts_at', d.starts_at, 'ends_at', d.ends_at) order by d.starts_at)
            from clinic_dates d where d.clinic_id = c.id) as dates
        from clinics c where c.instructor_id = ${id} order by c.created_at`,
      seats_in_clinics: sql`
        select b.id, c.title, b.status from bookings b join clinics c on c.id = b.clinic_id
        where b.student_id = ${id} order by b.created_at`,
    }),
}
