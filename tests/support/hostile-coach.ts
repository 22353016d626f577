import type pg from 'pg'

const mark = '<img src=x onerror="window.hurt=1">'

/** A malicious coach, alone in Utqiagvik, Alaska, with markup in every text field. */
export const hostileCoach = {
  id: 'c0ac0bad-0000-4000-8000-000000000001',
  zip: '99723',
  name: `Bad "><script>window.hurt=1</script> Coach`,
  bio: `${mark} </script><script>window.hurt=1</script> {{constructor.constructor('window.hurt=1')()}} javascript:window.hurt=1`,
  specialty: `<svg onload=window.hurt=1>`,
  credential: `PGA ${mark}`,
  place: `Range ${mark}`,
  reviewer: `Eve <b onmouseover=window.hurt=1>X</b>`,
  review: `Fine </textarea><script>window.hurt=1</script>`,
} as const

/** Adds the coach with a place, hours and an imported review. */
export async function addHostileCoach(client: pg.ClientBase): Promise<void> {
  const { id, zip, name, bio, specialty, credential, place, reviewer, review } = hostileCoach
  await client.query(
    `insert into profiles (id, full_name, email, user_type) values ($1, $2, 'bad@coaches.test', 'instructor')`,
    [id, name],
  )
  await client.query(
    `insert into instructor_profiles (user_id, display_name, bio, hourly_rate, is_visible, instant_book_enabled, time_zone,
      specialties, credentials, custom_reviews, profile_image_url, gallery_images)
     values ($1, $2, $3, 85, true, true, 'America/Anchorage', array[$4], array[$5], $6, $7, array[$7])`,
    [
      id,
      name,
      bio,
      specialty,
      credential,
      JSON.stringify([{ author: reviewer, rating: 5, text: review }]),
      'javascript:window.hurt=1',
    ],
  )
  await client.query(
    `insert into instructor_teaching_locations (instructor_id, location_name, address, city, state, zip, lat, lng, time_zone, is_primary)
     values ($1, $2, $2, 'Utqiagvik', 'AK', $3, 71.29, -156.79, 'America/Anchorage', true)`,
    [id, place, zip],
  )
  for (let day = 0; day < 7; day++)
    await client.query(
      `insert into instructor_availability (instructor_id, day_of_week, start_time, end_time) values ($1, $2, '09:00', '17:00')`,
      [id, day],
    )
}
