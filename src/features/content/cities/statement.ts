import {
  chordFrom,
  latReach,
  lngReach,
  SEARCH_RADIUS_MILES,
  squaredChord,
  unitVector,
} from '#features/search/distance.ts'
import { near } from '#features/search/statement.ts'
import { ENOUGH_COACHES } from './city.ts'

const CHORD = `${squaredChord(SEARCH_RADIUS_MILES)}::float8`

/**
 * Raw, like all statements in this file: CTEs and window functions over 44,000 rows. Selects each city with
 * the ZIP code at its center. Military addresses and ZIP codes assigned to a single company are excluded.
 */
const centres = (only = '') => `
  spread as (
    select zip, city, state, lat, lng, count(*) over w as zips, avg(lat) over w as mid_lat, avg(lng) over w as mid_lng
    from zip_codes where lat is not null and zip ~ '^[0-9]' and state not in ('AA', 'AE', 'AP') and city !~ '[0-9&/]' ${only}
    window w as (partition by city, state)
  ), centres as (
    select distinct on (city, state) city, state, zip, lat, lng, zips::int as zips from spread
    order by city, state, (lat - mid_lat) ^ 2 + ((lng - mid_lng) * cos(radians(mid_lat))) ^ 2, zip
  )`

/** Every city in the ZIP code table: about 30,000 rows, which change only with a migration. */
export const gazetteerStatement = {
  name: 'content-gazetteer',
  text: `with ${centres()} select city, state, zip, lat, lng, zips from centres`,
}

/**
 * Cities with visible coaches of their own and enough coaches within 50 miles of the center. For most cities
 * the count of their own coaches, or of the coaches in the same half-degree square, is sufficient: no two
 * points in such a square are 50 miles apart (at the equator its diagonal is 49 miles). Only for the
 * remaining cities are distances to individual coaches computed.
 */
export const taughtCitiesStatement = {
  name: 'content-taught-cities',
  text: `
  with places as materialized (
    select l.instructor_id, l.city, l.state, floor(l.lat * 2)::int as y, floor(l.lng * 2)::int as x
    from instructor_teaching_locations l join instructor_profiles c on c.user_id = l.instructor_id and c.is_listed
  ), taught as materialized (
    select city, state, count(*)::int as coaches from (select distinct city, state, instructor_id from places) each
    group by city, state
  ), full_squares as (
    select y, x from (select distinct y, x, instructor_id from places) each group by y, x having count(*) >= ${ENOUGH_COACHES}
  ), ${centres('and (city, state) in (select city, state from taught)')}, placed as (
    select m.*, t.coaches, ${unitVector('m.lat', 'm.lng')},
      ${lngReach('m.lat')} as lng_reach
    from centres m join taught t on t.city = m.city and t.state = m.state
  )
  select p.city, p.state, p.lat, p.lng, p.coaches
  from placed p left join full_squares f on f.y = floor(p.lat * 2)::int and f.x = floor(p.lng * 2)::int
  -- Coaches who teach in a city may all do so beyond 50 miles of its middle only in theory: theirs are enough.
  where p.coaches >= ${ENOUGH_COACHES} or f.y is not null or ${ENOUGH_COACHES} <= (
    select count(distinct l.instructor_id) from instructor_teaching_locations l
      join instructor_profiles c on c.user_id = l.instructor_id and c.is_listed
    where l.lat between p.lat - ${latReach()} and p.lat + ${latReach()}
      and (l.lng between p.lng - p.lng_reach and p.lng + p.lng_reach or abs(p.lng) + p.lng_reach > 180)
      and ${chordFrom('p')} <= ${CHORD})
  order by p.coaches desc, p.city, p.state`,
}

/**
 * Statistics about the coaches within 50 miles of a ZIP code ($1). Selects the same coaches as the search
 * does.
 */
export const cityFiguresStatement = {
  name: 'content-city-figures',
  text: `
  with ${near}, matched as (
    select c.user_id, (c.hourly_rate * 100)::int as cents, c.rating, c.review_count, c.instant_book_open, c.launch_monitor
    from near n join instructor_profiles c on c.user_id = n.instructor_id where c.is_listed
  ), venues as (
    select l.location_name as name, l.city, l.state, count(distinct l.instructor_id)::int as coaches, min(${chordFrom('o')}) as chord
    from matched m join instructor_teaching_locations l on l.instructor_id = m.user_id cross join origin o
    where ${chordFrom('o')} <= ${CHORD}
    group by l.location_name, l.city, l.state order by coaches desc, chord, name limit 9
  )
  select count(*)::int as "coachCount", min(cents) as low, max(cents) as high,
    percentile_disc(0.5) within group (order by cents) as median,
    coalesce(sum(review_count), 0)::int as reviews,
    round(sum(rating * review_count) / nullif(sum(review_count), 0), 1)::float8 as average,
    count(*) filter (where instant_book_open)::int as "instantBookCount",
    count(*) filter (where launch_monitor is not null)::int as "launchMonitorCount",
    (select coalesce(json_agg(json_build_object('name', name, 'city', city, 'state', state, 'coaches', coaches)
      order by coaches desc, chord, name), '[]') from venues) as venues
  from matched`,
}
