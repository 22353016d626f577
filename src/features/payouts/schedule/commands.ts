import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'

/**
 * Says when the coach's share of a lesson is to go out. A lesson has one share; saying it again changes nothing.
 * @param share.dueAt milliseconds since 1970, UTC
 */
export async function schedulePayout(
  tx: Queryable,
  share: { bookingId: string; instructorId: string; dueAt: number },
): Promise<void> {
  await tx.execute(sql`
    insert into payouts (booking_id, instructor_id, due_at)
    values (${share.bookingId}, ${share.instructorId}, ${new Date(share.dueAt)})
    on conflict do nothing`)
}

/** The same for the share of a package's lessons that were never taken, once the package has ended. */
export async function schedulePackagePayout(
  tx: Queryable,
  share: { packageId: string; bookingId: string; instructorId: string; dueAt: number },
): Promise<void> {
  await tx.execute(sql`
    insert into payouts (booking_id, package_id, instructor_id, due_at)
    values (${share.bookingId}, ${share.packageId}, ${share.instructorId}, ${new Date(share.dueAt)})
    on conflict do nothing`)
}
