import { eq, sql } from 'drizzle-orm'
import { teachingDay } from '#features/availability/teaching-day.ts'
import { instructorProfiles, teachingLocations } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { dateIn, epochDay } from '#platform/time.ts'

/**
 * When a package expires whose lessons can be booked for some days: at the end of the last day, on the clock of its place, or of the
 * coach when it has none.
 * @param from milliseconds since 1970, UTC; so is the result
 */
export async function endOfTerm(
  tx: Queryable,
  {
    instructorId,
    teachingLocationId,
  }: { instructorId: string; teachingLocationId?: string | null | undefined },
  from: number,
  days: number,
): Promise<number> {
  const [coach] = await tx
    .select({ zone: sql<string>`coalesce(${teachingLocations.timeZone}, ${instructorProfiles.timeZone})` })
    .from(instructorProfiles)
    .leftJoin(teachingLocations, eq(teachingLocations.id, teachingLocationId ?? sql`null`))
    .where(eq(instructorProfiles.userId, instructorId))
  if (!coach) throw new Error(`coach ${instructorId} is missing`)
  return endOfDay(from + days * DAY, coach.zone)
}

/** The last millisecond of a day. @param instant milliseconds since 1970, UTC */
export const endOfDay = (instant: number, zone: string): number =>
  teachingDay(epochDay(dateIn(instant, zone)) + 1, zone).before - 1
