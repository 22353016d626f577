import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'

/** Takes everything of a second factor away; for an account whose owner is not the one who set it up, too. */
export async function removeSecondFactor(tx: Queryable, userId: string): Promise<void> {
  await tx.execute(sql`delete from two_factors where user_id = ${userId}::uuid`)
  await tx.execute(sql`delete from two_factor_codes_used where user_id = ${userId}::uuid`)
  await tx.execute(
    sql`update profiles set two_factor_enabled = false where id = ${userId}::uuid and two_factor_enabled`,
  )
  await forgetTrustedDevices(tx, userId)
}

/** From now on every browser is asked for a code again. */
export async function forgetTrustedDevices(tx: Queryable, userId: string): Promise<void> {
  await tx.execute(
    sql`delete from verifications where value = ${userId} and identifier like 'trust-device-%'`,
  )
}
