import { milesBetween } from '#platform/miles.ts'
import type { Point, TravelPort } from './travel.ts'

/** The ratio of road distance to straight-line distance (decision 0040 names the studies). */
const DETOUR = 1.3
/** Below this distance two places are considered the same. */
const SAME_PLACE_MILES = 0.1
/** Average speeds by distance: the first miles of a drive are in town, the last ones on a highway. */
const speeds = [
  { upTo: 5, mph: 25 },
  { upTo: 20, mph: 32 },
  { upTo: 50, mph: 45 },
  { upTo: Number.POSITIVE_INFINITY, mph: 55 },
]

/**
 * Estimates driving times from the distance; the database function `estimated_drive_minutes` does the same.
 */
export const localTravel = (): TravelPort => ({
  name: 'estimate',
  driveMinutes: async (from, to) => estimatedDriveMinutes(from, to),
})

/** Minutes by car, in steps of five. */
export function estimatedDriveMinutes(from: Point, to: Point): number {
  const road = DETOUR * milesBetween(from, to)
  if (road < SAME_PLACE_MILES) return 0
  let [hours, driven] = [0, 0]
  for (const { upTo, mph } of speeds) {
    hours += Math.max(0, Math.min(road, upTo) - driven) / mph
    driven = upTo
  }
  return Math.ceil(Number((hours * 60).toFixed(6)) / 5) * 5
}
