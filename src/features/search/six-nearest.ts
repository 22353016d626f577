import type { Database } from '#platform/db.ts'
import { type CardRow, toCard } from './queries.ts'
import type { NearestResult } from './schema.ts'
import { EARTH_RADIUS_MILES, FARTHEST_MILES } from './search.ts'
import { cards } from './statement.ts'

const HOW_MANY = 6
/** Looked for in a wider circle only where the first holds too few, so that few rows are read. Statute miles. */
const circles = [60, FARTHEST_MILES] as const

/** The six nearest coaches to a ZIP, within reach of a drive and whatever they charge. An unknown ZIP has none. */
export async function listNearestCoaches(db: Database, zip: string): Promise<NearestResult> {
  let result: NearestResult = { origin: null, coaches: [] }
  for (const miles of circles) {
    const found = await db.$client.query<{ origin: NearestResult['origin']; coaches: CardRow[] }>({
      ...nearestStatement,
      values: [zip, miles / EARTH_RADIUS_MILES, HOW_MANY],
    })
    const row = found.rows[0]
    // A box reaches farther at its corners than at its sides: only who is within the circle is surely among the nearest.
    const coaches = (row?.coaches ?? []).map(toCard).filter(({ distance }) => (distance ?? Infinity) <= miles)
    result = { origin: row?.origin ?? null, coaches }
    if (coaches.length === HOW_MANY || !result.origin) break
  }
  return result
}

/**
 * Raw: CTEs, and prepared by name. The nearest visible coaches to a ZIP, $1, within so many miles, $2, at most $3 of them. The box on the (lat, lng) index
 * narrows the rows where it can; a radius beyond half the globe takes all of them.
 */
const nearestStatement = {
  name: 'nearest-coaches',
  text: `
  with origin as (
    select zip, city, state, lat, lng, cos(radians(lat)) * cos(radians(lng)) as ux,
      cos(radians(lat)) * sin(radians(lng)) as uy, sin(radians(lat)) as uz,
      degrees($2::float8) as lat_reach,
      case when sin(least($2::float8, pi() / 2)) >= cos(radians(lat)) then 360
        else degrees(asin(sin(least($2::float8, pi() / 2)) / cos(radians(lat)))) end as lng_reach
    from zip_codes where zip = $1 and lat is not null
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
    where c.is_visible order by n.chord, c.user_id limit $3
  )
  select (select json_build_object('zip', zip, 'city', city, 'state', state, 'lat', lat, 'lng', lng) from origin) as origin,
    (${cards('m.chord, m.user_id')}) as coaches`,
}
