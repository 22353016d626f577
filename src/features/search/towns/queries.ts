import type { Database } from '#platform/db.ts'
import type { Town } from '../schema.ts'

const HOW_MANY = 60

/**
 * The larger towns around a point, the largest first, to be named on a map. How large a town is we tell from how many ZIP
 * codes it has.
 * @param area the middle in degrees, and how many degrees of longitude to look at
 */
export async function listTowns(
  db: Database,
  { lat, lng, span }: { lat: number; lng: number; span: number },
): Promise<Town[]> {
  const found = await db.$client.query<Town>({
    name: 'towns',
    text: `select city as name, state, avg(lat) as lat, avg(lng) as lng from zip_codes
      where lat between $1::float8 - $3::float8 / 2 and $1::float8 + $3::float8 / 2
        and lng between $2::float8 - $3::float8 / 2 and $2::float8 + $3::float8 / 2 and zip ~ '^[0-9]{5}$'
      group by city, state order by count(*) desc, city, state limit ${HOW_MANY}`,
    values: [lat, lng, span],
  })
  return found.rows
}
