import type pg from 'pg'
import { scenario } from './scenarios.ts'

/**
 * Gives Maya a rule for bad weather, which her coming lessons were booked under. The weather of the demo is fair until a user brings a storm at
 * `/dev/clock`.
 * @param now milliseconds since 1970, UTC
 */
export async function insertRainChecks(client: pg.ClientBase, now: number): Promise<void> {
  const rule = 'likely_rain'
  await client.query('update instructor_profiles set rain_check = $2 where user_id = $1', [
    scenario.maya.id,
    rule,
  ])
  await client.query(
    `update bookings set rain_check = $2 where instructor_id = $1 and status = 'confirmed' and lesson_date > $3 and clinic_id is null
       and teaching_location_id in (select id from instructor_teaching_locations where is_outdoor)`,
    [scenario.maya.id, rule, new Date(now)],
  )
}
