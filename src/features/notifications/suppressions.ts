import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { SuppressionReason } from './suppression.ts'
import { suppressedAddresses as suppressed } from './tables.ts'

/** The reason an address is suppressed; null if it is not. */
export async function findSuppression(db: Queryable, email: string): Promise<SuppressionReason | null> {
  const [row] = await db
    .select({ reason: suppressed.reason })
    .from(suppressed)
    .where(and(eq(suppressed.email, email.toLowerCase()), isNull(suppressed.liftedAt)))
  return row?.reason ?? null
}

/**
 * Suppresses an address. A complaint is not overwritten by a bounce. Events that occurred before the
 * suppression was lifted are ignored, even if they arrive later.
 * @param address.at milliseconds since 1970, UTC
 */
export async function suppressAddress(
  tx: Queryable,
  address: { email: string; reason: SuppressionReason; note: string | null; at: number },
): Promise<void> {
  const { email, reason, note, at: since } = address
  await tx
    .insert(suppressed)
    .values({ email: email.toLowerCase(), reason, note, since })
    .onConflictDoUpdate({
      target: suppressed.email,
      set: { reason, note, since, liftedAt: null },
      setWhere: sql`case when ${suppressed.liftedAt} is null
        then ${suppressed.reason} = 'bounced' and excluded.reason = 'complained'
        else excluded.since > ${suppressed.liftedAt} end`,
    })
}

/**
 * Lifts the suppression of an address, because its reader has just proved that emails arrive or an admin
 * decided so.
 * @param now milliseconds since 1970, UTC
 * @returns false if it was not suppressed
 */
export async function liftSuppression(tx: Queryable, email: string, now: number): Promise<boolean> {
  const lifted = await tx
    .update(suppressed)
    .set({ liftedAt: now })
    .where(and(eq(suppressed.email, email.toLowerCase()), isNull(suppressed.liftedAt)))
    .returning({ id: suppressed.id })
  return lifted.length > 0
}

/**
 * The same for rows of the list of suppressed addresses.
 * @returns the ids that were suppressed, with the reasons
 */
export const liftSuppressions = (
  tx: Queryable,
  ids: string[],
  now: number,
): Promise<{ id: string; reason: SuppressionReason }[]> =>
  tx
    .update(suppressed)
    .set({ liftedAt: now })
    .where(and(inArray(suppressed.id, ids), isNull(suppressed.liftedAt)))
    .returning({ id: suppressed.id, reason: suppressed.reason })
