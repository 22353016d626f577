import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { teachingLocations } from '#features/coaches/tables.ts'
import { doEach } from '#platform/each-item.ts'
import { defineJob } from '#platform/jobs.ts'
import type { Services } from '#ports/services.ts'
import { type Point, TravelUnavailable } from '#ports/travel/travel.ts'
import { LONGEST_DRIVE } from './drives.ts'
import { coachDrives } from './tables.ts'

/** Every ten minutes: measures road driving times between places that were added or moved. */
export const measureDrivesJob = defineJob({
  name: 'measure-drives',
  payload: z.object({}),
  retries: 0,
  cron: '*/10 * * * *',
})

/** Maximum requests to the routing service per run; the rest waits for the next run. */
const MOST_AT_ONCE = 200

/**
 * Asks the routing service for drives that were not measured yet. Until then the database's estimate is used.
 * @returns the number of measured drives
 */
export async function measureDrives(
  services: Pick<Services, 'db' | 'clock' | 'travel' | 'log'>,
): Promise<number> {
  const { db, clock, travel } = services
  // The database already contains estimates.
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
  return await doEach(services, {
    name: measureDrivesJob.name,
    items: waiting,
    idOf: ({ placeA, placeB }) => `${placeA} ${placeB}`,
    // Stop when the routing service is unavailable; estimates are used.
    stopsAt: (error) => error instanceof TravelUnavailable,
    async work(drive) {
      if (!isPoint(drive.from) || !isPoint(drive.to)) return false
      const minutes = await travel.driveMinutes(drive.from, drive.to)
      await db
        .update(coachDrives)
        .set({
          routedMinutes: Math.min(LONGEST_DRIVE, minutes ?? LONGEST_DRIVE),
          routedAt: clock.now(),
        })
        .where(and(eq(coachDrives.placeA, drive.placeA), eq(coachDrives.placeB, drive.placeB)))
      return true
    },
  })
}

const isPoint = (place: { lat: number | null; lng: number | null }): place is Point =>
  place.lat !== null && place.lng !== null
