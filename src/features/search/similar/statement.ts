import { cards } from '../statement.ts'

/**
 * The visible coaches nearest to another one's primary place, $1, within so many radians, $2, at most $3 of them. The box on
 * the (lat, lng) index narrows the rows. A hidden coach has no neighbours: they would tell where the coach teaches.
 */
export const similarStatement = {
  name: 'similar-coaches',
  text: `
  with origin as (
    select l.lat, l.lng, l.ux, l.uy, l.uz, degrees($2::float8) as lat_reach,
      degrees(asin(least(1, sin($2::float8) / greatest(cos(radians(l.lat)), 0.000001)))) as lng_reach
    from instructor_teaching_locations l join instructor_profiles c on c.user_id = l.instructor_id and c.is_visible
    where l.instructor_id = $1 and l.lat is not null and l.lng is not null
    order by l.is_primary desc, l.location_name limit 1
  ), near as (
    select instructor_id, min(chord) as chord from (
      select l.instructor_id,
        (l.ux - o.ux) * (l.ux - o.ux) + (l.uy - o.uy) * (l.uy - o.uy) + (l.uz - o.uz) * (l.uz - o.uz) as chord
      from origin o join instructor_teaching_locations l
        on l.lat between o.lat - o.lat_reach and o.lat + o.lat_reach
        and l.lng between o.lng - o.lng_reach and o.lng + o.lng_reach
    ) in_box group by instructor_id
  ), page as (
    select c.user_id, n.chord from near n join instructor_profiles c on c.user_id = n.instructor_id
    where c.is_visible and c.user_id <> $1 order by n.chord, c.user_id limit $3
  )
  select (${cards('m.chord, m.user_id')}) as coaches`,
}
