import { and, eq, gt } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { phoneCodes } from '../tables.ts'

/**
 * Whether a code was texted to a person's number and is still valid.
 * @param now milliseconds since 1970, UTC
 */
export async function isCodeWaiting(
  db: Queryable,
  who: { userId: string; phone: string },
  now: number,
): Promise<boolean> {
  const { userId, phone, expiresAt } = phoneCodes
  const found = await db
    .select({ phone })
    .from(phoneCodes)
    .where(and(eq(userId, who.userId), eq(phone, who.phone), gt(expiresAt, now)))
  return found.length > 0
}
