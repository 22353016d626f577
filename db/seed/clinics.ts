import type pg from 'pg'
import { DAY } from '#platform/duration.ts'
import { dateIn, dayOfWeek } from '#platform/time.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { scenario } from './scenarios.ts'

const THURSDAY = 4

interface SeededClinic {
  title: string
  description: string
  /** Days after the first Thursday. */
  afterThursday: number[]
  weeks: number
  cents: number
  seats: number
  minimum: number
  /** The youngest and the oldest. */
  ages: [number | null, number | null]
  level: 'everyone' | 'beginner' | 'intermediate'
}

/**
 * The clinics of the demo's coach: one evening, and a camp of three. Local times at her first place. Thursday to Saturday, because her
 * other calendars have appointments on other evenings.
 */
const mayas: SeededClinic[] = [
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

/** Clinics of other coaches who teach groups, one each. */
const others: SeededClinic[] = [
  {
    title: 'Putting under the lights',
    description: 'Speed drills from 30 feet, then a match over nine holes on the practice green.',
    afterThursday: [1],
    weeks: 2,
    cents: 4_500,
    seats: 6,
    minimum: 1,
    ages: [null, null],
    level: 'everyone',
  },
  {
    title: 'First swings: a clinic for beginners',
    description: 'Grip, stance and a swing that gets the ball up. Bring comfortable shoes; clubs are here.',
    afterThursday: [2],
    weeks: 2,
    cents: 4_000,
    seats: 8,
    minimum: 1,
    ages: [16, null],
    level: 'beginner',
  },
  {
    title: 'Bunker escape clinic',
    description: 'Plugged, uphill and from wet sand: twelve lies, and a way out of each.',
    afterThursday: [0],
    weeks: 3,
    cents: 5_500,
    seats: 6,
    minimum: 1,
    ages: [null, null],
    level: 'intermediate',
  },
]

/** Every fourth coach who teaches groups gives a clinic. */
const ONE_OF = 4

/**
 * Clinics that can be booked, in the evening after the day's lessons.
 * @param now milliseconds since 1970, UTC
 */
export async function insertClinics(client: pg.ClientBase, now: number): Promise<void> {
  for (const clinic of mayas) await insertClinic(client, scenario.maya.id, clinic, now)
  const groups = await client.query<{ id: string }>(
    'select user_id as id from instructor_profiles where group_bookable and is_listed and user_id <> $1 order by user_id',
    [scenario.maya.id],
  )
  for (const [at, { id }] of groups.rows.entries()) {
    const clinic = others[(at / ONE_OF) % others.length]
    if (clinic) await insertClinic(client, id, clinic, now)
  }
}

/** Nothing is inserted where a lesson of the coach overlaps. */
async function insertClinic(client: pg.ClientBase, coachId: string, clinic: SeededClinic, now: number) {
  const { title, description, afterThursday, weeks, cents, seats, minimum, ages, level } = clinic
  const untilThursday = (7 + THURSDAY - dayOfWeek(dateIn(now, 'America/New_York'))) % 7
  const inDays = afterThursday.map((days) => untilThursday + 7 * weeks + days)
  const [firstDay = 0] = inDays
  const start = `(date_trunc('day', $2::timestamptz at time zone l.time_zone) + make_interval(days => day, hours => 19)) at time zone l.time_zone`
  const place = await client.query<{ id: string }>(
    `select l.id from (select * from instructor_teaching_locations where instructor_id = $1
        order by is_primary desc, created_at, id limit 1) l
      where not exists (select 1 from unnest($3::integer[]) as day
        join occupancies o on o.instructor_id = $1 and o.starts_at < ${start} + interval '90 minutes' and o.ends_at > ${start})`,
    [coachId, new Date(now), inDays],
  )
  const placeId = place.rows[0]?.id
  if (!placeId) return
  const id = uuidV8(coachId === scenario.maya.id ? `clinic ${title}` : `clinic ${title} ${coachId}`)
  await client.query(
    `insert into clinics (id, instructor_id, title, description, teaching_location_id, location_name, location_address, time_zone,
       price_cents, seats, minimum, decide_at, youngest, oldest, level, created_at, updated_at)
     select $1, l.instructor_id, $3, $4, l.id, l.location_name, concat_ws(', ', l.address, l.city, l.state || ' ' || l.zip), l.time_zone,
       $5, $6, $7, date_trunc('day', $9::timestamptz at time zone l.time_zone) at time zone l.time_zone + interval '12 hours',
       $10, $11, $12, $8, $8
     from instructor_teaching_locations l where l.id = $2`,
    [
      id,
      placeId,
      title,
      description,
      cents,
      seats,
      minimum,
      new Date(now),
      minimum > 1 ? new Date(now + (firstDay - 3) * DAY) : null,
      ages[0],
      ages[1],
      level,
    ],
  )
  for (const day of inDays)
    await client.query(
      `insert into clinic_dates (id, clinic_id, starts_at, ends_at)
       select $1, $3, ${start}, ${start} + interval '90 minutes'
       from (select k.time_zone, $4::integer as day from clinics k where k.id = $3) l`,
      [uuidV8(`clinic date ${id} ${day}`), new Date(now), id, day],
    )
  await client.query(`update clinics set status = 'published', published_at = $2 where id = $1`, [
    id,
    new Date(now),
  ])
}
