import type { Database } from '#platform/db.ts'
import { type CardRow, toCard } from '../queries.ts'
import type { NearestResult } from '../schema.ts'
import { EARTH_RADIUS_MILES } from '../search.ts'
import { nearestStatement } from './statement.ts'

const HOW_MANY = 6
/** Looked for in ever wider circles, so that where coaches live close by few rows are read. Statute miles. */
const circles = [120, 500, 15_000] as const

/** The six nearest coaches to a ZIP, however far away and whatever they charge. An unknown ZIP has none. */
export async function listNearestCoaches(db: Database, zip: string): Promise<NearestResult> {
  let result: NearestResult = { origin: null, coaches: [] }
  for (const miles of circles) {
    const found = await db.$client.query<{ origin: NearestResult['origin']; coaches: CardRow[] }>({
      ...nearestStatement,
      values: [zip, miles / EARTH_RADIUS_MILES, HOW_MANY],
    })
    const row = found.rows[0]
    const coaches = (row?.coaches ?? []).map(toCard)
    // A box reaches farther at its corners than at its sides: only what is within the circle is surely the nearest.
    const isSure = coaches.length === HOW_MANY && coaches.every((coach) => (coach.distance ?? 0) <= miles)
    result = { origin: row?.origin ?? null, coaches }
    if (isSure || !result.origin) break
  }
  return result
}
