import { eq } from 'drizzle-orm'
import { zipCodes } from '#features/coaches/tables.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queryable } from '#platform/db.ts'
import { zoneName } from '#platform/time.ts'
import { zoneOfPlace } from '#platform/zone-of-place.ts'
import { type CoachDraft, draftSchema, type PlaceOfZip } from './schema.ts'
import { coachDrafts } from './tables.ts'

/** Reads the draft. A new one contains the user's name. */
export async function readDraft(
  db: Queryable,
  person: { userId: string; fullName: string },
): Promise<CoachDraft> {
  const [row] = await db.select().from(coachDrafts).where(eq(coachDrafts.userId, person.userId))
  return { displayName: person.fullName, ...draftSchema.parse(row?.draft ?? {}) }
}

/** Finds the location and time zone of a ZIP code; null for an unknown code or one without coordinates. */
export async function findZipPlace(
  db: Queryable,
  clock: Clock,
  zip: string,
): Promise<(PlaceOfZip & { lat: number; lng: number }) | null> {
  const [found] = await db.select().from(zipCodes).where(eq(zipCodes.zip, zip))
  if (!found || found.lat === null || found.lng === null) return null
  const { city, state, lat, lng } = found
  const zone = await zoneOfPlace({ lat, lng })
  return zone ? { city, state, lat, lng, zone, zoneName: zoneName(clock.now(), zone) } : null
}
