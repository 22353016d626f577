import { bookableRange, listSlots } from '#features/availability/availability.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { type CardRow, toCard } from '#features/search/queries.ts'
import type { CoachCard } from '#features/search/schema.ts'
import { EARTH_RADIUS_MILES, milesFromSquaredChord, squaredChord } from '#features/search/search.ts'
import { cards } from '#features/search/statement.ts'
import type { Database } from '#platform/db.ts'
import { addDays, dateIn, toIso } from '#platform/time.ts'
import type { QuizPlace } from './places.ts'
import { radii } from './quiz.ts'
import type { Candidate } from './ranking.ts'

const DAY = 86_400_000
const WIDEST = radii[2]
/** So many days are looked at for open times. */
const DAYS_AHEAD = 14
/** In a large city more coaches are near than anybody compares: the nearest so many. */
const MOST_COACHES = 80

/** A coach near somebody, with everything a recommendation and its reasons are made of. */
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
 * Every visible coach within 100 miles, the nearest first, with the open times of the coming two weeks at the nearest place.
 * @param now milliseconds UTC; recommendations count until the midnight before it in New York, so that a day has one order
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

/** What a student could book at once there: an hour, or the coach's shortest lesson. Nothing where booking is by request. */
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
 * Raw: CTEs and json rows, prepared by name. $1 and $2 a place in degrees, $3 the widest circle in radians and $4 as a squared chord, $5 how many coaches,
 * $6 now. The box on the (lat, lng) index first, then the exact distance; the nearest place of each coach. Demonstration
 * coaches are recommended to nobody.
 */
const statement = {
  name: 'quiz-nearby-coaches',
  text: `
  with origin as (
    select cos(radians($1::float8)) * cos(radians($2::float8)) as ux, cos(radians($1::float8)) * sin(radians($2::float8)) as uy,
      sin(radians($1::float8)) as uz
  ), near as (
    select distinct on (instructor_id) instructor_id, id, location_name, chord from (
      select l.instructor_id, l.id, l.location_name,
        (l.ux - o.ux) * (l.ux - o.ux) + (l.uy - o.uy) * (l.uy - o.uy) + (l.uz - o.uz) * (l.uz - o.uz) as chord
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
        (select count(*)::int from quiz_responses q where q.recommended_instructor_id = c.user_id and not q.is_test
          and q.completed_at < date_trunc('day', $6::timestamptz, 'America/New_York')
          and q.completed_at >= date_trunc('day', $6::timestamptz, 'America/New_York') - interval '7 days'))), '[]')
      from page m join instructor_profiles c on c.user_id = m.user_id) as more`,
}
