import type { Database } from '#platform/db.ts'
import { type CardRow, toCard } from './queries.ts'
import type { CoachCard } from './schema.ts'
import { EARTH_RADIUS_MILES } from './search.ts'
import { cards } from './statement.ts'

const HOW_MANY = 6
/** Looked for in ever wider circles, so that where coaches live close by few rows are read. Farther is not nearby. Miles. */
const circles = [10, 100] as const

/**
 * Up to six visible coaches nearest to a coach's primary place, within 100 miles, the nearest first. Their distance is the
 * one from that place.
 */
export async function listSimilarCoaches(db: Database, instructorId: string): Promise<CoachCard[]> {
  let near: CoachCard[] = []
  for (const miles of circles) {
    const found = await db.$client.query<{ coaches: CardRow[] }>({
      ...similarStatement,
      values: [instructorId, miles / EARTH_RADIUS_MILES, HOW_MANY],
    })
    // The box reaches farther at its corners than at its sides: only what is within the circle is surely the nearest.
    near = (found.rows[0]?.coaches ?? [])
      .map(toCard)
      .filter((coach) => coach.distance !== null && coach.distance <= miles)
    if (near.length === HOW_MANY) break
  }
  return near
}

/**
 * Raw: CTEs, and prepared by name. The visible coaches nearest to another one's primary place, $1, within so many radians, $2, at most $3 of them. The box on
 * the (lat, lng) index narrows the rows. A hidden coach has no neighbours: they would tell where the coach teaches.
 */
const similarStatement = {
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
