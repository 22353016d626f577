import type { Database } from '#platform/db.ts'
import { findSixNearest, nearestTo } from './nearest.ts'
import type { CoachCard } from './schema.ts'

/** Farther is not nearby. Statute miles. */
const circles = [10, 100] as const

/**
 * Up to six visible coaches nearest to a coach's primary place, within 100 miles, the nearest first. Their distance is the
 * one from that place.
 */
export async function listSimilarCoaches(db: Database, instructorId: string): Promise<CoachCard[]> {
  return (await findSixNearest(db, similarStatement, instructorId, circles)).coaches
}

/** From another coach's primary place, $1. A hidden coach has no neighbours: they would tell where the coach teaches. */
const similarStatement = {
  name: 'similar-coaches',
  text: nearestTo(
    `
    select l.lat, l.lng, l.ux, l.uy, l.uz, degrees($2::float8) as lat_reach,
      degrees(asin(least(1, sin($2::float8) / greatest(cos(radians(l.lat)), 0.000001)))) as lng_reach
    from instructor_teaching_locations l join instructor_profiles c on c.user_id = l.instructor_id and c.is_listed
    where l.instructor_id = $1 and l.lat is not null and l.lng is not null
    order by l.is_primary desc, l.location_name limit 1`,
    ['lat', 'lng'],
    'c.is_listed and c.user_id <> $1',
  ),
}
