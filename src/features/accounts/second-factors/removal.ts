import { and, eq, like } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { profiles, twoFactorCodesUsed, twoFactors, verifications } from '../tables.ts'

/** Takes everything of a second factor away; for an account whose owner is not the one who set it up, too. */
export async function removeSecondFactor(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
  await tx.delete(twoFactorCodesUsed).where(eq(twoFactorCodesUsed.userId, userId))
  await tx
    .update(profiles)
    .set({ twoFactorEnabled: false })
    .where(and(eq(profiles.id, userId), eq(profiles.twoFactorEnabled, true)))
  await forgetTrustedDevices(tx, userId)
}

/** From now on every browser is asked for a code again. */
export async function forgetTrustedDevices(tx: Queryable, userId: string): Promise<void> {
  await tx
    .delete(verifications)
    .where(and(eq(verifications.value, userId), like(verifications.identifier, 'trust-device-%')))
}
