import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Services } from '#ports/services.ts'

const PER_ADMIN = { points: 12, seconds: 60 * 60 }

/**
 * Gives coaches' places that are on no map yet the middle of their ZIP code; without a code that is known, the middle of their
 * town. Places that have coordinates keep them.
 * @returns how many are on the map now, and how many still are not
 * @throws AppError too_many_requests
 */
export async function geocodeTeachingLocations(
  { db, rateLimits }: Services,
  by: { actor: Actor; audit: Audit },
): Promise<{ successful: number; failed: number }> {
  await rateLimits.count('geocode-places', by.actor.userId, PER_ADMIN)
  return await db.transaction(async (tx) => {
    // Raw: one statement finds and writes, so that a place changed meanwhile is not written over.
    const placed = await tx.execute(sql`
      update instructor_teaching_locations place set lat = spot.lat, lng = spot.lng
      from instructor_teaching_locations missing
      cross join lateral (
        select avg(lat) as lat, avg(lng) as lng from zip_codes
        where lat is not null and lng is not null and (zip = missing.zip or (lower(city) = lower(missing.city)
          and state = missing.state))
        group by zip = missing.zip order by (zip = missing.zip) desc nulls last limit 1) spot
      where place.id = missing.id and (place.lat is null or place.lng is null)`)
    const left = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from instructor_teaching_locations where lat is null or lng is null`,
    )
    const result = { successful: placed.rowCount ?? 0, failed: left.rows[0]?.n ?? 0 }
    await by.audit.record(tx, { after: result })
    return result
  })
}
