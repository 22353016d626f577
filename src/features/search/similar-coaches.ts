import type { Database } from '#platform/db.ts'
import { findSixNearest, nearestTo } from './nearest.ts'
import type { CoachCard } from './schema.ts'

/** Search radii in statute miles. Coaches farther away are not considered nearby. */
const circles = [10, 100] as const

/**
 * Up to six visible coaches within 100 miles of a coach's primary location, nearest first. Distances are
 * measured from that location.
 */
export async function listSimilarCoaches(db: Database, instructorId: string): Promise<CoachCard[]> {
  return (await findSixNearest(db, similarStatement, instructorId, circles)).coaches
}

/**
 * The origin is the primary location of coach $1. For hidden coaches the result is empty, because distances
 * would reveal where they teach.
 */
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
