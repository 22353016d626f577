import { sql } from 'drizzle-orm'
import { NOBODY, type OwnData, readOne, readParts } from '#platform/own-data.ts'

export const coachesOwnData: OwnData = {
  erase({ userId }) {
    const id = sql`${userId}::uuid`
    return [
      sql`update instructor_profiles set display_name = ${NOBODY}, bio = null, location = null, profile_image_url = null,
        launch_monitor = null, gender = null, years_coaching = null, specialties = '{}', credentials = '{}', gallery_images = '{}',
        custom_reviews = '[]', group_rate = null, group_size = null, group_bookable = false, playing_rate = null, playing_minutes = null, is_visible = false, instant_book_enabled = false where user_id = ${id}`,
      sql`delete from coach_pictures where instructor_id = ${id}`,
      sql`delete from instructor_teaching_locations where instructor_id = ${id}`,
    ]
  },

  export: async (db, id) => ({
    coach_profile: await readOne(db, sql`select * from instructor_profiles where user_id = ${id}`),
    ...(await readParts(db, {
      teaching_places: sql`
        select location_name, address, city, state, zip, time_zone, is_primary, is_outdoor from instructor_teaching_locations
        where instructor_id = ${id}`,
      pictures: sql`
        select purpose, url, alt, caption, byte_size, created_at from coach_pictures where instructor_id = ${id}
        order by created_at, url`,
      certificates: sql`
        select credential, evidence, verified_at, expires_on, withdrawn_at, withdrawn_reason from credential_verifications
        where instructor_id = ${id} order by verified_at`,
    })),
  }),
}
