import { bookableRange, listSlots } from '#features/availability/availability.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { chordFrom, milesFromSquaredChord, squaredChord, unitVector } from '#features/search/distance.ts'
import { type CardRow, toCard } from '#features/search/queries.ts'
import type { CoachCard } from '#features/search/schema.ts'
import { cards } from '#features/search/statement.ts'
import type { Database } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { EARTH_RADIUS_MILES } from '#platform/miles.ts'
import { addDays, dateIn, toIso } from '#platform/time.ts'
import type { QuizPlace } from './places.ts'
import { budgetCents, radii } from './quiz.ts'
import { type Candidate, ENOUGH, fitting, type Request } from './ranking.ts'

const WIDEST = radii[2]
/** The number of days searched for open times. */
const DAYS_AHEAD = 14
/** The number of coaches compared at a time, nearest first. */
const COACHES_AT_ONCE = 80
/** How many coaches who do not fit are compared at least, to find what would change the result. */
const OTHER_COACHES = 20
/** How often the search goes on to coaches farther away while fewer than `ENOUGH` fit. */
const MOST_BATCHES = 5

/** A coach near the golfer, with all data needed for the ranking and its reasons. */
export interface NearbyCoach {
  card: CoachCard
  candidate: Candidate
  groupSize: number | null
  place: { id: string; name: string } | null
  openTimes: { start: string; zone: string; minutes: number }[]
}

/** How many coaches teach within 100 miles, and how many of them each answer excludes. */
export interface NearFigures {
  total: number
  lessonType: number
  gender: number
  budget: number
}

interface Row {
  figures: NearFigures
  coaches: CardRow[]
  more: {
    id: string
    groupRateCents: number | null
    groupSize: number | null
    playingRateCents: number | null
    placeId: string
    placeName: string
    lately: number
  }[]
}

type Point = Pick<QuizPlace, 'lat' | 'lng'>

/** The open times of coaches at a place by the coach's id, so that several searches compute them once. */
export type TimesOfCoaches = Map<string, ReturnType<typeof openTimesOf>>

/** The coaches compared for a golfer. */
export interface NearbyCoaches {
  /** Nearest first: coaches who fit, and others, to find what would change the result. */
  coaches: NearbyCoach[]
  figures: NearFigures
}

/**
 * The visible coaches within 100 miles to compare for a golfer. Where more teach than are compared at once,
 * those whose record fits the answers come first, and the search goes on until enough of them have an open
 * time.
 * @param now see {@link listNearbyCoaches}
 * @param times shared by searches around the same place
 */
export async function findCoachesFor(
  db: Database,
  place: Point,
  request: Request,
  now: number,
  times: TimesOfCoaches = new Map(),
): Promise<NearbyCoaches> {
  const { coaches, figures } = await readBatch(db, place, now, { request, skipped: 0, times })
  const isEnough = () =>
    fitting(
      coaches.map(({ candidate }) => candidate),
      request,
    ).length >= ENOUGH
  for (let batch = 1; batch < MOST_BATCHES && coaches.length < figures.total && !isEnough(); batch++) {
    const more = await readBatch(db, place, now, { request, skipped: batch * COACHES_AT_ONCE, times })
    coaches.push(...more.coaches)
    if (more.coaches.length < COACHES_AT_ONCE) break
  }
  return {
    coaches: coaches.toSorted((a, b) => a.candidate.distance - b.candidate.distance),
    figures,
  }
}

/**
 * The nearest visible coaches within 100 miles, nearest first, with the open times of the next two weeks at
 * the coach's nearest location.
 * @param now milliseconds UTC; recommendations are counted up to the preceding midnight in New York, so that
 *   the order stays the same within a day
 */
export const listNearbyCoaches = async (
  db: Database,
  place: Point,
  now: number,
  times: TimesOfCoaches = new Map(),
): Promise<NearbyCoach[]> => (await readBatch(db, place, now, { request: null, skipped: 0, times })).coaches

async function readBatch(
  db: Database,
  place: Point,
  now: number,
  { request, skipped, times: known }: { request: Request | null; skipped: number; times: TimesOfCoaches },
): Promise<NearbyCoaches> {
  const found = await db.$client.query<Row>({
    ...statement,
    values: [
      place.lat,
      place.lng,
      WIDEST / EARTH_RADIUS_MILES,
      squaredChord(WIDEST),
      COACHES_AT_ONCE,
      toIso(now),
      skipped,
      OTHER_COACHES,
      request?.lessonType ?? null,
      request && request.gender !== 'any' ? request.gender : null,
      request && budgetCents[request.budget],
    ],
  })
  const row = found.rows[0]
  const figures = row?.figures ?? { total: 0, lessonType: 0, gender: 0, budget: 0 }
  const more = new Map((row?.more ?? []).map((one) => [one.id, one]))
  const coaches = await Promise.all(
    (row?.coaches ?? []).map(async (coach): Promise<NearbyCoach> => {
      const rest = more.get(coach.id)
      const computed =
        known.get(coach.id) ?? (rest ? openTimesOf(db, coach.id, rest.placeId, now) : undefined)
      if (computed) known.set(coach.id, computed)
      const times = (await computed) ?? []
      const first = times[0]
      return {
        card: toCard(coach),
        groupSize: rest?.groupSize ?? null,
        place: rest ? { id: rest.placeId, name: rest.placeName } : null,
        openTimes: times,
        candidate: {
          id: coach.id,
          gender: coach.gender,
          hourlyRateCents: coach.hourlyRateCents,
          groupRateCents: rest?.groupRateCents ?? null,
          playingRateCents: rest?.playingRateCents ?? null,
          specialties: coach.specialties,
          launchMonitor: coach.launchMonitor,
          rating: coach.rating,
          reviewCount: coach.reviewCount,
          distance: milesFromSquaredChord(coach.chord ?? 4),
          daysToOpening: first ? Math.floor((Date.parse(first.start) - now) / DAY) : null,
          openTimes: times.length,
          recommendedLately: rest?.lately ?? 0,
        },
      }
    }),
  )
  return { coaches, figures }
}

/**
 * Times a student could book instantly at a location: for an hour, or for the coach's shortest lesson. Empty
 * if the coach only takes booking requests.
 */
async function openTimesOf(db: Database, coachId: string, locationId: string, now: number) {
  const schedule = await findSchedule(db, coachId, { now, locationId })
  const minutes = schedule?.durations.includes(60) ? 60 : schedule?.durations[0]
  if (!schedule?.isListed || !schedule.instantBookEnabled || !minutes) return []
  const { rules } = schedule
  const { first, last } = bookableRange(rules, now)
  const end = addDays(dateIn(now, rules.zone), DAYS_AHEAD)
  const days = listSlots(rules, {
    from: first,
    to: [last, end].toSorted()[0] ?? end,
    durationMinutes: minutes,
    now,
  })
  return days.flatMap(({ slots }) =>
    slots.map(({ start }) => ({ start: toIso(start), zone: rules.zone, minutes })),
  )
}

/**
 * Raw: CTEs and JSON rows, as a named prepared statement. $1 and $2: latitude and longitude in degrees; $3:
 * the largest radius in radians; $4: the same as a squared chord; $5: the number of coaches; $6: now; $7: how
 * many coaches who fit were read before; $8: the minimum number of others; $9: lesson type, null to treat all
 * coaches alike; $10: gender and $11: the highest rate in cents, null for any.
 * Filters with a bounding box on the (lat, lng) index first, then by exact distance, and takes the nearest
 * location of each coach. Demo coaches are excluded. Coaches who miss no answer come first; of the others, those
 * who miss the fewest, and for each answer the nearest ones, so that many coaches who miss one answer do not
 * hide the few who miss another one. Whether a coach has an open time is computed afterward, so only coaches without
 * instant booking are known to have none.
 */
const statement = {
  name: 'quiz-nearby-coaches',
  text: `
  with origin as (
    select ${unitVector('$1::float8', '$2::float8')}
  ), near as (
    select distinct on (instructor_id) instructor_id, id, location_name, chord from (
      select l.instructor_id, l.id, l.location_name, ${chordFrom('o')} as chord
      from origin o join instructor_teaching_locations l
        on l.lat between $1::float8 - degrees($3::float8) and $1::float8 + degrees($3::float8)
    ) in_box where chord <= $4::float8
    order by instructor_id, chord, id
  ), listed as (
    select c.user_id, n.chord, n.id as place_id, n.location_name, not c.instant_book_open as no_opening,
      $9::text is not null and r.rate is null as no_type, coalesce(r.rate * 100 > $11::int, false) as no_budget,
      $10::text is not null and c.gender is distinct from $10 as no_gender
    from near n
    join instructor_profiles c on c.user_id = n.instructor_id
    cross join lateral (select case $9 when 'group' then c.group_rate when 'playing' then c.playing_rate else c.hourly_rate end) as r (rate)
    where c.is_listed and not c.takes_demo_bookings
  ), counted as (
    select *, case when $9 is null then 0 else no_opening::int + no_type::int + no_budget::int + no_gender::int end as misses
    from listed
  ), ranked as (
    select *, case when misses = 0 then 0 else row_number() over (partition by no_opening, no_type, no_budget, no_gender order by chord, user_id) end as nearest
    from counted
  ), placed as (
    select *, row_number() over (partition by misses = 0 order by misses, nearest, chord, user_id) as place,
      count(*) filter (where misses = 0) over () as fits
    from ranked
  ), page as (
    select user_id, chord, place_id, location_name from placed
    where case when misses = 0 then place > $7::int and place <= $7 + $5::int
      else $7 = 0 and place <= greatest($8::int, $5 - fits) end
  )
  select (select json_build_object('total', count(*), 'lessonType', count(*) filter (where no_type),
      'gender', count(*) filter (where no_gender), 'budget', count(*) filter (where no_budget)) from listed) as figures,
    (${cards('m.chord, m.user_id')}) as coaches,
    (select coalesce(json_agg(json_build_object('id', c.user_id, 'groupRateCents', (c.group_rate * 100)::int,
        'groupSize', c.group_size, 'playingRateCents', (c.playing_rate * 100)::int, 'placeId', m.place_id,
        'placeName', m.location_name, 'lately',
        (select count(*)::int from quiz_responses q where q.recommended_instructor_id = c.user_id and not q.is_test and q.copied_from is null
          and q.completed_at < date_trunc('day', $6::timestamptz, 'America/New_York')
          and q.completed_at >= date_trunc('day', $6::timestamptz, 'America/New_York') - interval '7 days'))), '[]')
      from page m join instructor_profiles c on c.user_id = m.user_id) as more`,
}
