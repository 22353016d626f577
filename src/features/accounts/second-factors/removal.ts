import { and, eq, like } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { profiles, twoFactorCodesUsed, twoFactors, verifications } from '../tables.ts'

/** Removes a second factor with all its data. @returns whether it was enabled */
export async function removeSecondFactor(tx: Queryable, userId: string): Promise<boolean> {
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
  await tx.delete(twoFactorCodesUsed).where(eq(twoFactorCodesUsed.userId, userId))
  const turnedOff = await tx
    .update(profiles)
    .set({ twoFactorEnabled: false })
    .where(and(eq(profiles.id, userId), eq(profiles.twoFactorEnabled, true)))
    .returning({ id: profiles.id })
  await removeTrustedDevices(tx, userId)
  return turnedOff.length > 0
}

/** Forgets all trusted devices, so that every browser must enter a code again. */
export async function removeTrustedDevices(tx: Queryable, userId: string): Promise<void> {
  await tx
    .delete(verifications)
    .where(and(eq(verifications.value, userId), like(verifications.identifier, 'trust-device-%')))
}
