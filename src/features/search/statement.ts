import { chordFrom, latReach, lngReach, SEARCH_RADIUS_MILES, squaredChord, unitVector } from './distance.ts'
import { openCoaches, openCoachesByTime, openings, type TimesUsed } from './open-times/statement.ts'
import { ordinaryReviews, type SortOption } from './search.ts'

const orders: Record<SortOption, string> = {
  distance: 'chord nulls last, user_id',
  soonest: 'soonest nulls last, chord nulls last, user_id',
  rating: 'weighted_rating desc, review_count desc, chord nulls last, user_id',
  'price-low': 'hourly_rate, chord nulls last, user_id',
  'price-high': 'hourly_rate desc, chord nulls last, user_id',
  reviews: 'review_count desc, chord nulls last, user_id',
}

/** `weightedRating` in SQL. */
const weightedRating = `case when c.review_count = 0 then 0 else
  (c.rating::float8 * c.review_count + ${ordinaryReviews.rating * ordinaryReviews.count})
    / (c.review_count + ${ordinaryReviews.count}) end`

/** ZIP code $1, and the boxes around it that contain everything within the search radius. */
const boxes = `
  origin as (
    select zip, city, state, lat, lng, ${unitVector('lat', 'lng')}, ${lngReach('lat')} as lng_reach
    from zip_codes where zip = $1
  ), box as materialized (
    -- Materialized, so that the scan of the places is bounded by longitude, too.
    -- Around the 180th meridian (Alaska's last islands) there is a box on both sides.
    select o.*, o.lng - o.lng_reach + s.turn as west, o.lng + o.lng_reach + s.turn as east
    from origin o cross join (values (0), (-360), (360)) as s (turn)
    where s.turn = 0 or abs(o.lng) + o.lng_reach > 180
  )`

/**
 * SQL: the rows of a table near ZIP code $1, with their squared chord: filtered with a box on the (lat, lng) index first, then by exact
 * distance.
 * @param columns of the table, whose alias is `l`
 */
const nearRows = (table: string, columns: string) => `
    select * from (
      select ${columns}, ${chordFrom('b')} as chord
      from box b join ${table} l
        on l.lat between b.lat - ${latReach()} and b.lat + ${latReach()} and l.lng between b.west and b.east
    ) in_box where chord <= ${squaredChord(SEARCH_RADIUS_MILES)}::float8`

const nearPlaces = nearRows('instructor_teaching_locations', 'l.instructor_id, l.id as place_id')
const nearOf = (places: string) =>
  `near as (select instructor_id, min(chord) as chord from ${places} group by instructor_id)`

/** The coaches near ZIP code $1, by the nearest location of each. */
export const near = `${boxes}, ${nearOf(`(${nearPlaces}) near_places`)}`

/** The same, and each of the places near it. */
export const nearWithPlaces = `${boxes}, near_places as (${nearPlaces}), ${nearOf('near_places')}`

/** Every coach; used without a ZIP code. */
const everywhere = `
  origin as (select null::text as zip, null::text as city, null::text as state, 0::float8 as lat, 0::float8 as lng, 0::float8 as ux, 0::float8 as uy,
    0::float8 as uz where $1::text is not null),
  near as (select user_id as instructor_id, null::float8 as chord from instructor_profiles)`

/**
 * Raw: CTEs and JSON rows. The whole search is one statement with a fixed shape per sort option, so that it
 * is planned once as a named prepared statement.
 * Parameters: $1 ZIP, $2 see hidden coaches, $3 and $4 price bounds in dollars, $5 gender, $6 facility, $7
 * launch monitor only, $8 PGA Class A only, $9 lesson type, $10 page size, $11 offset. Null means no filter. With open
 * times also $12 the starts asked for and $13 the present, see `openings`.
 * @param times how open times are used; not at all when omitted
 */
export function searchStatement(
  sort: SortOption,
  hasZip: boolean,
  times?: TimesUsed,
): { name: string; text: string } {
  const order = orders[sort]
  const text = `
  with ${times ? `${coachesByTime(hasZip, sort, times)}` : hasZip ? near : everywhere}, ${matched(times)}, page as (
    select * from matched where in_price order by ${order} limit $10 offset $11
  )
  select totals.total, totals.outside_price as "outsidePrice",
    (select json_build_object('zip', zip, 'city', city, 'state', state, 'lat', lat, 'lng', lng) from origin) as origin,
    (${cards(order.replace(/(^|, )/g, '$1m.'))}) as coaches
  from (select count(*) filter (where in_price)::int as total, count(*) filter (where not in_price)::int as outside_price
    from matched) totals`
  return { name: ['search', sort, hasZip ? 'near' : 'everywhere', times].filter(Boolean).join('-'), text }
}

/**
 * The open starts of all coaches that match a search, put together; parameters $1 to $9 as in
 * {@link searchStatement}, $10 and $11 as its $12 and $13.
 */
export function anyOpeningStatement(hasZip: boolean): { name: string; text: string } {
  const text = `
  with ${reachableTimes(hasZip, 'filtered', { asked: '$10', now: '$11' })}, ${matched(undefined)}
  select bit_or(o.open)::text as open from openings o join matched m on m.user_id = o.instructor_id
    join instructor_profiles c on c.user_id = m.user_id where m.in_price and c.instant_book_open`
  return { name: `any-opening-${hasZip ? 'near' : 'everywhere'}`, text }
}

/** The places of the coaches $2 near ZIP code $1. */
export const placesWithinReach = {
  name: 'places-within-reach',
  text: `with ${nearWithPlaces} select place_id from near_places where instructor_id = any($2::uuid[])`,
}

const coachesByTime = (hasZip: boolean, sort: SortOption, times: TimesUsed) =>
  `${reachableTimes(hasZip, times, { asked: '$12', now: '$13' })}, ${sort === 'soonest' ? openCoachesByTime : openCoaches}`

/**
 * The coaches within reach and their open times. The positions of places are repeated with their open times, so that both are read in
 * one pass; only coaches who are also wanted without open times are found by their places.
 */
const reachableTimes = (hasZip: boolean, times: TimesUsed, parameters: { asked: string; now: string }) => {
  if (!hasZip) return `${everywhere}, ${openings('open_starts', parameters)}`
  const openPlaces = openings(`(${nearRows('open_starts', 'l.*')})`, parameters, 'chord')
  return times === 'sorted' ? `${near}, ${openPlaces}` : `${boxes}, ${openPlaces}, ${nearOf('open_places')}`
}

/** The coaches that match all filters, except that those outside the price bounds are only marked. */
const matched = (times: TimesUsed | undefined) => `matched as (
    select c.user_id, n.chord, ${weightedRating} as weighted_rating, c.review_count, c.hourly_rate,${times ? ' t.soonest,' : ''}
      ($3::numeric is null or c.hourly_rate >= $3) and ($4::numeric is null or c.hourly_rate <= $4) as in_price
    from near n join instructor_profiles c on c.user_id = n.instructor_id
      ${times ? `${times === 'sorted' ? 'left ' : ''}join open_coaches t on t.instructor_id = n.instructor_id and c.instant_book_open` : ''}
    where (c.is_listed or $2::boolean)
      and ($5::text is null or c.gender = $5)
      and ($6::text is null or ${facilityRule})
      and (not $7::boolean or c.launch_monitor is not null)
      and (not $8::boolean or exists (select 1 from unnest(c.credentials) as held where held ilike '%pga%' and held ilike '%class a%'))
      and ($9::text is null or ${typeRule})
  )`

/**
 * The cards of the coaches in the relation `page` as a JSON array.
 * @param order of `page`, whose alias is `m`
 */
export function cards(order: string): string {
  return `select coalesce(json_agg(card order by place), '[]') from (
      select row_number() over (order by ${order}) as place,
        json_build_object('id', c.user_id, 'name', coalesce(c.display_name, p.full_name), 'imageUrl', c.profile_image_url,
          'galleryImages', c.gallery_images, 'rating', c.rating, 'reviewCount', c.review_count,
          'hourlyRateCents', (c.hourly_rate * 100)::int, 'instantBookEnabled', c.instant_book_open,
          'launchMonitor', c.launch_monitor, 'credentials', c.credentials, 'location', c.location, 'chord', m.chord,
          'bio', c.bio, 'specialties', c.specialties, 'gender', c.gender, 'facilityTypes', c.facility_types,
          'locations', places.list) as card
      from page m join instructor_profiles c on c.user_id = m.user_id join profiles p on p.id = m.user_id
      cross join lateral (
        select coalesce(json_agg(json_build_object('id', l.id, 'name', l.location_name, 'city', l.city, 'state', l.state,
          'isPrimary', l.is_primary, 'lat', l.lat, 'lng', l.lng, 'chord',
          (select ${chordFrom('o')} from origin o))
          order by l.is_primary desc, l.location_name), '[]') as list
        from instructor_teaching_locations l where l.instructor_id = m.user_id
      ) places
    ) cards`
}

/**
 * Whether a coach offers a lesson type, as her profile does: a clinic that has not begun, a video review that is sold, or a
 * lesson that students book for themselves (decision 0134).
 */
const typeRule = `
  case $9 when 'group' then c.group_bookable and c.group_rate is not null
    when 'playing' then c.playing_minutes is not null and c.playing_rate is not null
    when 'video' then exists (select 1 from video_review_offers v where v.instructor_id = c.user_id and v.is_sold)
    when 'clinic' then exists (select 1 from clinics k where k.instructor_id = c.user_id and k.status = 'published'
      and not exists (select 1 from clinic_dates d where d.clinic_id = k.id and d.starts_at <= current_instant()))
    else false end`

/**
 * Declared facility types take precedence; for coaches without any, the specification's rules of thumb apply.
 */
const facilityRule = `
  case when cardinality(c.facility_types) > 0 then $6 = any (c.facility_types) else case $6
    when 'private' then c.hourly_rate > 100
    when 'public' then c.hourly_rate <= 100
    when 'driving-range' then 'Swing Mechanics' = any (c.specialties)
    when 'indoor' then c.location like '%PA%'
    when 'outdoor' then c.location like '%CA%'
    when 'country-club' then c.hourly_rate > 120
    when 'client-home' then 'Course Strategy' = any (c.specialties)
    else false end end`
