import type { Database } from '#platform/db.ts'
import { EARTH_RADIUS_MILES } from '#platform/miles.ts'
import { chordFrom } from './distance.ts'
import { type CardRow, toCard } from './queries.ts'
import type { CoachCard } from './schema.ts'
import { cards } from './statement.ts'

const HOW_MANY = 6

/**
 * The six coaches nearest to an origin, found with a statement of `nearestTo`. The result has no coaches if
 * the origin does not exist.
 * @param from parameter $1 of the statement: the origin
 * @param circles radii in statute miles, tried in this order so that few rows are read in areas with many
 *   coaches
 */
export async function findSixNearest<Origin>(
  db: Database,
  statement: { name: string; text: string },
  from: string,
  circles: readonly number[],
): Promise<{ origin: Origin | null; coaches: CoachCard[] }> {
  let result: { origin: Origin | null; coaches: CoachCard[] } = { origin: null, coaches: [] }
  for (const miles of circles) {
    const found = await db.$client.query<{ origin: Origin | null; coaches: CardRow[] }>({
      ...statement,
      values: [from, miles / EARTH_RADIUS_MILES, HOW_MANY],
    })
    const row = found.rows[0]
    // The corners of the bounding box are outside the circle, and coaches there may be farther away than
    // others outside the box.
    const coaches = (row?.coaches ?? []).map(toCard).filter(({ distance }) => (distance ?? Infinity) <= miles)
    result = { origin: row?.origin ?? null, coaches }
    if (coaches.length === HOW_MANY || !result.origin) break
  }
  return result
}

/**
 * The text of a statement that finds the visible coaches nearest to an origin, within $2 radians and at most
 * $3 of them. A bounding box on the (lat, lng) index narrows the rows. (Raw: CTEs, as a named prepared
 * statement.)
 * @param origin selects one row `lat, lng, ux, uy, uz, lat_reach, lng_reach`: the origin, and the size of the
 *   box in degrees
 * @param told columns of `origin` to include in the result
 * @param rule a condition on `instructor_profiles c`
 */
export function nearestTo(origin: string, told: readonly string[], rule: string): string {
  return `
  with origin as (${origin}
  ), near as (
    select instructor_id, min(chord) as chord from (
      select l.instructor_id, ${chordFrom('o')} as chord
      from origin o join instructor_teaching_locations l
        on l.lat between o.lat - o.lat_reach and o.lat + o.lat_reach
        and l.lng between o.lng - o.lng_reach and o.lng + o.lng_reach
    ) in_box group by instructor_id
  ), page as (
    select c.user_id, n.chord from near n join instructor_profiles c on c.user_id = n.instructor_id
    where ${rule} order by n.chord, c.user_id limit $3
  )
  select (select json_build_object(${told.map((column) => `'${column}', ${column}`).join(', ')}) from origin) as origin,
    (${cards('m.chord, m.user_id')}) as coaches`
}
