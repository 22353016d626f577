import type { z } from 'zod'
import type { Database } from '#platform/db.ts'
import type { Town, zipPlaceSchema } from './schema.ts'

type ZipPlace = z.infer<typeof zipPlaceSchema>

/**
 * The maximum difference in degrees between a point and a ZIP code's center. Farther points are at sea or
 * abroad.
 */
const REACH = 1.5

/**
 * The ZIP code whose center is nearest to a point; null if none is near. Military ZIP codes abroad are
 * excluded.
 */
export async function findNearestZip(
  db: Database,
  { lat, lng }: { lat: number; lng: number },
): Promise<ZipPlace | null> {
  // Raw: orders by distance; a named prepared statement.
  const found = await db.$client.query<ZipPlace>({
    name: 'nearest-zip',
    text: `select zip, city, state, lat, lng from zip_codes
      where lat between $1::float8 - ${REACH} and $1::float8 + ${REACH}
        and lng between $2::float8 - ${REACH} and $2::float8 + ${REACH} and zip ~ '^[0-9]{5}$' and state not in ('AA', 'AE', 'AP')
      order by (lat - $1) ^ 2 + ((lng - $2) * cos(radians($1))) ^ 2, zip limit 1`,
    values: [lat, lng],
  })
  return found.rows[0] ?? null
}

const MOST_TOWNS = 60

/**
 * The larger towns around a point, largest first, for labels on a map. The size of a town is the number of
 * its ZIP codes.
 * @param area the center in degrees, and the width in degrees of longitude
 */
export async function listTowns(
  db: Database,
  { lat, lng, span }: { lat: number; lng: number; span: number },
): Promise<Town[]> {
  // Raw: aggregates over a bounding box; a named prepared statement.
  const found = await db.$client.query<Town>({
    name: 'towns',
    text: `select city as name, state, avg(lat) as lat, avg(lng) as lng from zip_codes
      where lat between $1::float8 - $3::float8 / 2 and $1::float8 + $3::float8 / 2
        and lng between $2::float8 - $3::float8 / 2 and $2::float8 + $3::float8 / 2 and zip ~ '^[0-9]{5}$'
      group by city, state order by count(*) desc, city, state limit ${MOST_TOWNS}`,
    values: [lat, lng, span],
  })
  return found.rows
}
