import { count, isNull, or } from 'drizzle-orm'
import { locatePlaces, placeByArea } from '#features/coaches/locating.ts'
import { teachingLocations } from '#features/coaches/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Services } from '#ports/services.ts'

const PER_ADMIN = { points: 12, seconds: 60 * 60 }
/** An admin waits so long for the geocoding service; the job that runs every ten minutes does the rest. */
const WAIT_MS = 15_000

/**
 * Finds coaches' places by their address where a geocoding service is set up, and puts those that are on no map yet in the middle
 * of their ZIP code or town.
 * @returns how many were put somewhere; and how many still are nowhere, or could not be asked for because the service is away
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
