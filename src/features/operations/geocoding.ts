import { count, isNull, or } from 'drizzle-orm'
import { locatePlaces, placeByArea } from '#features/coaches/locate-places.ts'
import { teachingLocations } from '#features/coaches/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Services } from '#ports/services.ts'

const PER_ADMIN = { points: 12, seconds: 60 * 60 }
/** How long an admin waits for the geocoding service; the job that runs every ten minutes does the rest. */
const WAIT_MS = 15_000

/**
 * Geocodes coaches' places with the geocoding service, if one is configured. Sets places without coordinates
 * to the center of their ZIP code or town.
 * @returns how many places were located, and how many have no coordinates or could not be requested because
 * the service is unavailable
 * @throws AppError too_many_requests
 */
export async function geocodeTeachingLocations(
  services: Services,
  by: { actor: Actor; audit: Audit },
): Promise<{ successful: number; failed: number }> {
  const { db, rateLimits } = services
  await rateLimits.count('geocode-places', by.actor.userId, PER_ADMIN)
  const { found, unanswered } = await locatePlaces(services, { forMs: WAIT_MS })
  const placed = await placeByArea(services)
  const { lat, lng } = teachingLocations
  const [nowhere] = await db
    .select({ n: count() })
    .from(teachingLocations)
    .where(or(isNull(lat), isNull(lng)))
  const result = { successful: found + placed, failed: Math.max(nowhere?.n ?? 0, unanswered) }
  await by.audit.record(db, { after: result })
  return result
}
