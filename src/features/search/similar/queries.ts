import type { Database } from '#platform/db.ts'
import { type CardRow, toCard } from '../queries.ts'
import type { CoachCard } from '../schema.ts'
import { EARTH_RADIUS_MILES } from '../search.ts'
import { similarStatement } from './statement.ts'

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
