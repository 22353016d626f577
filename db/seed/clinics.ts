import type pg from 'pg'
import { DAY } from '#platform/duration.ts'
import { dateIn, dayOfWeek } from '#platform/time.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { scenario } from './scenarios.ts'

const THURSDAY = 4

/**
 * The clinics of the demo's coach: one evening, and a camp of three. Local times at her first place. Thursday to Saturday, because her
 * other calendars have appointments on other evenings.
 */
const mayas = [
  {
    title: 'Short game clinic',
    description:
      'Chips, pitches and bunker shots from 50 yards and closer. We work in two groups, and everyone gets a plan for practice.',
    afterThursday: [0],
    weeks: 3,
    cents: 6_000,
    seats: 8,
    minimum: 3,
    ages: [null, null],
    level: 'everyone',
  },
  {
    title: 'Junior evening camp',
    description: 'Three evenings for children who have held a club before. Clubs can be borrowed.',
    afterThursday: [0, 1, 2],
    weeks: 4,
    cents: 12_000,
    seats: 10,
    minimum: 1,
    ages: [8, 12],
    level: 'beginner',
  },
]

/**
 * Clinics that can be booked, in the evening after the day's lessons.
 * @param now milliseconds since 1970, UTC
 */
export async function insertClinics(client: pg.ClientBase, now: number): Promise<void> {
  const untilThursday = (7 + THURSDAY - dayOfWeek(dateIn(now, 'America/New_York'))) % 7
  for (const { title, description, afterThursday, weeks, cents, seats, minimum, ages, level } of mayas) {
    const inDays = afterThursday.map((days) => untilThursday + 7 * weeks + days)
    const id = uuidV8(`clinic ${title}`)
    const [firstDay = 0] = inDays
    const added = await client.query(
      `insert into clinics (id, instructor_id, title, description, teaching_location_id, location_name, location_address, time_zone,
         price_cents, seats, minimum, decide_at, youngest, oldest, level, created_at, updated_at)
       select $1, l.instructor_id, $3, $4, l.id, l.location_name, concat_ws(', ', l.address, l.city, l.state || ' ' || l.zip), l.time_zone,
         $5, $6, $7, date_trunc('day', $9::timestamptz at time zone l.time_zone) at time zone l.time_zone + interval '12 hours',
         $10, $11, $12, $8, $8
       from instructor_teaching_locations l where l.instructor_id = $2 order by l.is_primary desc, l.created_at, l.id limit 1
       returning time_zone`,
      [
        id,
        scenario.maya.id,
        title,
        description,
        cents,
        seats,
        minimum,
        new Date(now),
        minimum > 1 ? new Date(now + (firstDay - 3) * DAY) : null,
        ages[0] ?? null,
        ages[1] ?? null,
        level,
      ],
    )
    for (const days of inDays)
      await client.query(
        `insert into clinic_dates (id, clinic_id, starts_at, ends_at)
         select $1, $2, start, start + interval '90 minutes'
         from (select (date_trunc('day', $3::timestamptz at time zone $4::text) + make_interval(days => $5::integer, hours => 19)) at time zone $4::text as start) d`,
        [uuidV8(`clinic ${title} ${days}`), id, new Date(now), added.rows[0]?.time_zone, days],
      )
    await client.query(`update clinics set status = 'published', published_at = $2 where id = $1`, [
      id,
      new Date(now),
    ])
  }
}
