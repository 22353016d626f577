import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { teachingLocations } from '#features/coaches/tables.ts'
import { defineJob } from '#platform/jobs.ts'
import type { Services } from '#ports/services.ts'
import { type Point, TravelUnavailable } from '#ports/travel/travel.ts'
import { LONGEST_DRIVE } from './drives.ts'
import { coachDrives } from './tables.ts'

/** Every ten minutes: drives between places that were added or moved are measured on roads. */
export const measureDrivesJob = defineJob({
  name: 'measure-drives',
  payload: z.object({}),
  retries: 0,
  cron: '*/10 * * * *',
})

/** A run asks the routing service so often at most; the rest waits for the next. */
const MOST_AT_ONCE = 200

/**
 * Asks the routing service for drives it was not asked for yet. Until it answers the estimate of the database holds.
 * @returns how many were measured
 */
export async function measureDrives(
  services: Pick<Services, 'db' | 'clock' | 'travel' | 'log'>,
): Promise<number> {
  const { db, clock, travel, log } = services
  // The database has estimated them itself.
  if (travel.name === 'estimate') return 0
  const [from, to] = [alias(teachingLocations, 'from_place'), alias(teachingLocations, 'to_place')]
  const waiting = await db
    .select({
      placeA: coachDrives.placeA,
      placeB: coachDrives.placeB,
      from: { lat: from.lat, lng: from.lng },
      to: { lat: to.lat, lng: to.lng },
    })
    .from(coachDrives)
    .innerJoin(from, eq(from.id, coachDrives.placeA))
    .innerJoin(to, eq(to.id, coachDrives.placeB))
    .where(and(isNull(coachDrives.routedAt), isNotNull(from.lat), isNotNull(to.lat)))
    .limit(MOST_AT_ONCE)
  let measured = 0
  for (const drive of waiting) {
    if (!isPoint(drive.from) || !isPoint(drive.to)) continue
    try {
      const minutes = await travel.driveMinutes(drive.from, drive.to)
      await db
        .update(coachDrives)
        .set({
          routedMinutes: Math.min(LONGEST_DRIVE, minutes ?? LONGEST_DRIVE),
          routedAt: clock.now(),
        })
        .where(and(eq(coachDrives.placeA, drive.placeA), eq(coachDrives.placeB, drive.placeB)))
      measured++
    } catch (error) {
      if (!(error instanceof TravelUnavailable)) throw error
      log.warn({ err: error }, 'drives: the routing service did not answer, estimates hold')
      break
    }
  }
  return measured
}

const isPoint = (place: { lat: number | null; lng: number | null }): place is Point =>
  place.lat !== null && place.lng !== null
