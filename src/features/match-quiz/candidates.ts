import { bookableRange, listSlots } from '#features/availability/availability.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import {
  chordFrom,
  EARTH_RADIUS_MILES,
  milesFromSquaredChord,
  squaredChord,
  unitVector,
} from '#features/search/distance.ts'
import { type CardRow, toCard } from '#features/search/queries.ts'
import type { CoachCard } from '#features/search/schema.ts'
import { cards } from '#features/search/statement.ts'
import type { Database } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { addDays, dateIn, toIso } from '#platform/time.ts'
import type { QuizPlace } from './places.ts'
import { radii } from './quiz.ts'
import type { Candidate } from './ranking.ts'

const WIDEST = radii[2]
/** The number of days searched for open times. */
const DAYS_AHEAD = 14
/** The maximum number of coaches compared, nearest first. */
const MOST_COACHES = 80

/** A coach near the golfer, with all data needed for the ranking and its reasons. */
export interface NearbyCoach {
  card: CoachCard
  candidate: Candidate
  groupSize: number | null
  place: { id: string; name: string } | null
  openTimes: { start: string; zone: string; minutes: number }[]
}

interface Row {
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

/**
 * Every visible coach within 100 miles, nearest first, with the open times of the next two weeks at the
 * coach's nearest location.
 * @param now milliseconds UTC; recommendations are counted up to the preceding midnight in New York, so that
 *   the order stays the same within a day
 */
export async function listNearbyCoaches(
  db: Database,
  place: Pick<QuizPlace, 'lat' | 'lng'>,
  now: number,
): Promise<NearbyCoach[]> {
  const found = await db.$client.query<Row>({
    ...statement,
    values: [
      place.lat,
      place.lng,
      WIDEST / EARTH_RADIUS_MILES,
      squaredChord(WIDEST),
      MOST_COACHES,
      toIso(now),
    ],
  })
  const row = found.rows[0]
  const more = new Map((row?.more ?? []).map((one) => [one.id, one]))
  return await Promise.all(
    (row?.coaches ?? []).map(async (coach): Promise<NearbyCoach> => {
      const rest = more.get(coach.id)
      const times = rest ? await openTimesOf(db, coach.id, rest.placeId, now) : []
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
 * the largest radius in radians; $4: the same as a squared chord; $5: the maximum number of coaches; $6: now.
 * Filters with a bounding box on the (lat, lng) index first, then by exact distance, and takes the nearest
 * location of each coach. Demo coaches are excluded.
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
  ), page as (
    select c.user_id, n.chord, n.id as place_id, n.location_name from near n
    join instructor_profiles c on c.user_id = n.instructor_id
    where c.is_listed and not c.takes_demo_bookings order by n.chord, c.user_id limit $5
  )
  select (${cards('m.chord, m.user_id')}) as coaches,
    (select coalesce(json_agg(json_build_object('id', c.user_id, 'groupRateCents', (c.group_rate * 100)::int,
        'groupSize', c.group_size, 'playingRateCents', (c.playing_rate * 100)::int, 'placeId', m.place_id,
        'placeName', m.location_name, 'lately',
        (select count(*)::int from quiz_responses q where q.recommended_instructor_id = c.user_id and not q.is_test and q.copied_from is null
          and q.completed_at < date_trunc('day', $6::timestamptz, 'America/New_York')
          and q.completed_at >= date_trunc('day', $6::timestamptz, 'America/New_York') - interval '7 days'))), '[]')
      from page m join instructor_profiles c on c.user_id = m.user_id) as more`,
}
