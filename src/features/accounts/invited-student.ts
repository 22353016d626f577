import { and, eq, isNull, ne, notExists, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { requestLink } from './links/commands.ts'
import { credentials, profiles, userRoles } from './tables.ts'

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
): Promise<{ userId: string; email: string; needsInvitation: boolean } | null> {
  const address = email.toLowerCase()
  const [made] = await tx
    .insert(profiles)
    .values({ fullName: name, email: address })
    .onConflictDoNothing()
    .returning({ id: profiles.id })
  if (made) return { userId: made.id, email: address, needsInvitation: true }
  const ofThem = { credential: eq(credentials.userId, profiles.id), role: eq(userRoles.userId, profiles.id) }
  const waysIn = tx.select({ id: credentials.id }).from(credentials).where(ofThem.credential)
  const otherRoles = tx
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(ofThem.role, ne(userRoles.role, 'student')))
  const [known] = await tx
    .select({
      userId: profiles.id,
      email: profiles.email,
      needsInvitation: sql<boolean>`${and(isNull(profiles.mailboxProvenAt), notExists(waysIn))}`,
    })
    .from(profiles)
    .where(
      and(
        eq(sql`lower(${profiles.email})`, address),
        eq(profiles.userType, 'student'),
        isNull(profiles.closedAt),
        isNull(profiles.suspendedAt),
        notExists(otherRoles),
        // Coaches stand above accounts on this floor.
        sql`not exists (select from instructor_profiles c where c.user_id = ${profiles.id})`,
      ),
    )
  return known ?? null
}

/** Mails the way into an account that was made for an invited student, on to one of our own addresses. */
export async function mailInvitation(
  services: Services,
  tx: Queryable,
  { email, redirect }: { email: string; redirect: string },
): Promise<void> {
  await requestLink(services, tx, { purpose: 'magic-link', email, redirect, isInvitation: true })
}
