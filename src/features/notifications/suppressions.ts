import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { SuppressionReason } from './suppression.ts'
import { suppressedAddresses as suppressed } from './tables.ts'

/** Why nothing is sent to an address; null while letters go there. */
export async function findSuppression(db: Queryable, email: string): Promise<SuppressionReason | null> {
  const [row] = await db
    .select({ reason: suppressed.reason })
    .from(suppressed)
    .where(and(eq(suppressed.email, email.toLowerCase()), isNull(suppressed.liftedAt)))
  return row?.reason ?? null
}

/**
 * Sends nothing more to an address. One whose reader complained stays so when it bounces as well, and what happened before it
 * was lifted counts no more, however late we hear of it.
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
 * Letters go to an address again: its reader has just shown that they arrive, or an admin says so.
 * @param now milliseconds since 1970, UTC
 * @returns false when they always did
 */
export async function liftSuppression(tx: Queryable, email: string, now: number): Promise<boolean> {
  const lifted = await tx
    .update(suppressed)
    .set({ liftedAt: now })
    .where(and(eq(suppressed.email, email.toLowerCase()), isNull(suppressed.liftedAt)))
    .returning({ id: suppressed.id })
  return lifted.length > 0
}

/** The same for rows of the list of suppressed addresses. @returns those that were suppressed */
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
