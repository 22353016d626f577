import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { requestLink } from './links/commands.ts'
import { profiles } from './tables.ts'

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
  // Raw: addresses are compared in small letters, and a student is who has that role alone.
  const found = await tx.execute<{ id: string; email: string; is_new: boolean }>(sql`
    select p.id, p.email, p.mailbox_proven_at is null
      and not exists (select from credentials c where c.user_id = p.id) as is_new from profiles p
    where lower(p.email) = ${address} and p.user_type = 'student' and p.closed_at is null and p.suspended_at is null
      and not exists (select from user_roles r where r.user_id = p.id and r.role <> 'student')
      and not exists (select from instructor_profiles c where c.user_id = p.id)`)
  const [known] = found.rows
  return known ? { userId: known.id, email: known.email, needsInvitation: known.is_new } : null
}

/** Mails the way into an account that was made for an invited student, on to one of our own addresses. */
export async function mailInvitation(
  services: Services,
  tx: Queryable,
  { email, redirect }: { email: string; redirect: string },
): Promise<void> {
  await requestLink(services, tx, { purpose: 'magic-link', email, redirect, isInvitation: true })
}
