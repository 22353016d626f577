import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { GeocodingPort } from './geocoding.ts'

/** Returns the center of the ZIP code, or of the town's ZIP codes, from our own table. */
export const zipCodeGeocoding = (db: Queryable): GeocodingPort => ({
  name: 'zip-codes',
  async locate({ city, state, zip }) {
    // Raw: the table belongs to the coaches feature.
    const found = await db.execute<{ lat: number; lng: number }>(sql`
      select avg(lat) as lat, avg(lng) as lng
      from (select lat, lng, zip = ${zip} as is_code from zip_codes where lat is not null and lng is not null
        and (zip = ${zip} or (lower(city) = lower(${city}) and state = ${state}))) near
      group by is_code order by is_code desc nulls last limit 1`)
    const middle = found.rows[0]
    return middle ? { lat: middle.lat, lng: middle.lng, by: 'area' } : null
  },
})
