import type { Database } from '#platform/db.ts'
import { FARTHEST_MILES, unitVector } from './distance.ts'
import { findSixNearest, nearestTo } from './nearest.ts'
import type { NearestResult } from './schema.ts'

const circles = [60, FARTHEST_MILES] as const

/**
 * The six coaches nearest to a ZIP code within driving distance, at any price. Empty for an unknown ZIP code.
 */
export function listNearestCoaches(db: Database, zip: string): Promise<NearestResult> {
  return findSixNearest(db, nearestStatement, zip, circles)
}

/** The origin is ZIP code $1. A radius beyond half the globe includes all coaches. */
const nearestStatement = {
  name: 'nearest-coaches',
  text: nearestTo(
    `
    select zip, city, state, lat, lng, ${unitVector('lat', 'lng')},
      degrees($2::float8) as lat_reach,
      case when sin(least($2::float8, pi() / 2)) >= cos(radians(lat)) then 360
        else degrees(asin(sin(least($2::float8, pi() / 2)) / cos(radians(lat)))) end as lng_reach
    from zip_codes where zip = $1 and lat is not null`,
    ['zip', 'city', 'state', 'lat', 'lng'],
    'c.is_listed',
  ),
}
