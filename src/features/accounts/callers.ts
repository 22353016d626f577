import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { normalisePhone } from './commands.ts'
import { profiles } from './tables.ts'

/**
 * The domain of placeholder addresses for students without email. It is reserved, so no mailbox can exist.
 */
export const NO_EMAIL_DOMAIN = 'no-email.invalid'

/**
 * Finds or creates a student whom a coach knows by name and phone only. The same name and number give the
 * same student.
 * @param caller.phone as entered; stored normalized
 */
export async function findOrEnterCaller(
  tx: Queryable,
  coachId: string,
  caller: { name: string; phone: string },
): Promise<{ userId: string; email: string }> {
  const phone = normalisePhone(caller.phone)
  const found = { userId: profiles.id, email: profiles.email }
  const email = `caller-${randomUUID()}@${NO_EMAIL_DOMAIN}`
  const [made] = await tx
    .insert(profiles)
    .values({ fullName: caller.name, email, phone, enteredBy: coachId })
    .onConflictDoNothing()
    .returning(found)
  if (made) return made
  const [known] = await tx
    .select(found)
    .from(profiles)
    .where(
      and(
        eq(profiles.enteredBy, coachId),
        eq(profiles.phone, phone),
        eq(sql`lower(${profiles.fullName})`, caller.name.toLowerCase()),
      ),
    )
  if (!known) throw new Error('a caller that exists cannot be found')
  return known
}

/** Whether a student has no email address, in which case messages to the account are not read. */
export async function isCaller(db: Queryable, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ enteredBy: profiles.enteredBy })
    .from(profiles)
    .where(eq(profiles.id, userId))
  return found ? found.enteredBy !== null : false
}
