import { and, eq, ne, notExists, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { profiles, userRoles } from './tables.ts'

/** A student as a coach knows one: by name and address. */
interface Invited {
  name: string
  email: string
}

/**
 * The student with an address. Nobody has it: an account is made that only its mailbox can open.
 * @returns null where the address belongs to somebody who is no student, or whose account is closed
 */
export async function findOrInviteStudent(
  tx: Queryable,
  { name, email }: Invited,
): Promise<{ userId: string; email: string } | null> {
  const address = email.toLowerCase()
  const [made] = await tx
    .insert(profiles)
    .values({ fullName: name, email: address })
    .onConflictDoNothing()
    .returning({ id: profiles.id })
  if (made) return { userId: made.id, email: address }
  const otherRoles = tx
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.userId, profiles.id), ne(userRoles.role, 'student')))
  const [known] = await tx
    .select({ userId: profiles.id, email: profiles.email })
    .from(profiles)
    .where(
      and(
        eq(sql`lower(${profiles.email})`, address),
        eq(profiles.userType, 'student'),
        profiles.isOpen,
        notExists(otherRoles),
        // Coaches stand above accounts on this floor.
        sql`not exists (select from instructor_profiles c where c.user_id = ${profiles.id})`,
      ),
    )
  return known ?? null
}
