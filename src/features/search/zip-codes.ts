import type { z } from 'zod'
import type { Database } from '#platform/db.ts'
import type { Town, zipPlaceSchema } from './schema.ts'

type ZipPlace = z.infer<typeof zipPlaceSchema>

/** Degrees around a point in which a ZIP code's middle is looked for; farther away is sea, or another country. */
const REACH = 1.5

/** The ZIP code whose middle is nearest to a point of the United States; null where none is near. Posts of the forces abroad are no neighbours. */
export async function findNearestZip(
  db: Database,
  { lat, lng }: { lat: number; lng: number },
): Promise<ZipPlace | null> {
  // Raw: the order is a distance; prepared by name.
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
 * The larger towns around a point, the largest first, to be named on a map. A town's size is the number of its ZIP codes.
 * @param area the middle in degrees, and how many degrees of longitude to look at
 */
export async function listTowns(
  db: Database,
  { lat, lng, span }: { lat: number; lng: number; span: number },
): Promise<Town[]> {
  // Raw: aggregates over a box; prepared by name.
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
