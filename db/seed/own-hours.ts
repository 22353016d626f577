import type pg from 'pg'
import { addDays, dateIn } from '#platform/time.ts'
import { scenario, scenarioPlaces } from './scenarios.ts'

/**
 * Inserts schedule exceptions for a coach with two towns: evenings at the second place, a holiday, an afternoon off and one open Sunday.
 * The dates are past her booking window, so the open times that tests rely on do not change.
 * @param now milliseconds since 1970, UTC
 */
export async function insertOwnHours(client: pg.ClientBase, now: number): Promise<void> {
  const { id } = scenario.maya
  const today = dateIn(now, 'America/New_York')
  const calendar = await client.query<{ id: string }>(
    `insert into availability_calendars (instructor_id, name, teaching_location_id)
     values ($1, 'Fort Mill evenings', $2) returning id`,
    [id, scenarioPlaces.mayaFortMill],
  )
  await client.query(
    `insert into instructor_availability (instructor_id, day_of_week, start_time, end_time, calendar_type_id, week_parity)
     values ($1, 2, '18:30', '20:30', $2, null), ($1, 4, '18:30', '20:30', $2, 0)`,
    [id, calendar.rows[0]?.id],
  )
  await client.query(
    `with holiday as (select nextval('availability_acts') as act)
     insert into instructor_blocked_dates (instructor_id, blocked_date, reason, act)
     select $1, $2::date + day, 'Holiday with the family', holiday.act from holiday, generate_series(0, 6) as day`,
    [id, addDays(today, 38)],
  )
  await client.query(
    `insert into instructor_blocked_dates (instructor_id, blocked_date, start_time, end_time, reason)
     values ($1, $2, '13:00', '18:00', 'Club championship')`,
    [id, addDays(today, 33)],
  )
  const sunday = addDays(today, 35 + ((7 - new Date(`${today}T12:00:00Z`).getUTCDay()) % 7))
  await client.query(
    `insert into instructor_openings (instructor_id, opening_date, start_time, end_time, teaching_location_id, note)
     values ($1, $2, '09:00', '12:00', $3, 'Open range day')`,
    [id, sunday, scenarioPlaces.mayaCharlotte],
  )
  // The trigger that computes driving times was disabled while the places were inserted.
  await client.query(`
    update instructor_teaching_locations set lat = lat where instructor_id in (
      select instructor_id from instructor_teaching_locations group by 1 having count(*) > 1)`)
}
