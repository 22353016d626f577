import type { Database } from '#platform/db.ts'
import { type CardRow, toCard } from '../queries.ts'
import type { NearestResult } from '../schema.ts'
import { EARTH_RADIUS_MILES, FARTHEST_MILES } from '../search.ts'
import { nearestStatement } from './statement.ts'

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
