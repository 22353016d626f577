import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Contact } from '#features/notifications/questions.ts'
import type { SuppressionReason } from '#features/notifications/suppression.ts'
import { type Actor, asSeenBy, type PersonName } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { effectiveRole } from './account.ts'
import type { Me } from './schema.ts'
import { profiles } from './tables.ts'

/**
 * A user with role and permissions, from profiles and user_roles; null if there is none, and for a closed or
 * suspended account.
 */
export async function findActor(db: Queryable, userId: string): Promise<Actor | null> {
  // Raw: runs on every request, so the roles are fetched in the same row.
  const found = await db.execute<{
    full_name: string
    email: string
    user_type: string
    roles: string[]
    demo_coach: PersonName | null
    email_trouble: SuppressionReason | null
  }>(sql`
    select p.full_name, p.email, p.user_type,
      array(select r.role from user_roles r where r.user_id = p.id) as roles,
      (select json_build_object('userId', d.id, 'fullName', d.full_name, 'email', d.email)
        from prospect_demo_mapping m join profiles d on d.id = m.demo_instructor_id
        where m.prospect_id = p.id and d.is_open) as demo_coach,
      (select s.reason from suppressed_addresses s where s.email = lower(p.email) and s.lifted_at is null) as email_trouble
    from profiles p where p.id = ${userId} and p.is_open`)
  const person = found.rows[0]
  if (!person) return null
  const role = effectiveRole(person.user_type, person.roles)
  return {
    userId,
    role,
    fullName: person.full_name,
    email: person.email,
    ...(role === 'prospect' && person.demo_coach ? { demoCoach: person.demo_coach } : {}),
    ...(person.email_trouble ? { emailTrouble: person.email_trouble } : {}),
  }
}

/** The current user as seen by their browser; a prospect sees the demo coach's data. */
export function meOf(actor: Actor): Me {
  const { userId, role, fullName, email, emailTrouble, prospect, impersonatedBy, mayAct, actingUntil } =
    asSeenBy(actor)
  return {
    userId,
    role,
    fullName,
    email,
    // The page of a prospect shows the demo coach's address.
    ...(emailTrouble && !prospect ? { emailTrouble } : {}),
    ...(prospect ? { prospect } : {}),
    ...(impersonatedBy ? { impersonatedBy, mayAct: mayAct ?? false, actingUntil } : {}),
  }
}

/** The contact details of an account, for sending messages. Null for students without an email address. */
export async function findContact(db: Queryable, userId: string): Promise<Contact | null> {
  const [person] = await db
    .select({
      fullName: profiles.fullName,
      // Until an invitation is accepted, the address is stored with the invitation and not in the profile.
      email: sql<string>`coalesce((select i.address from invited_students i where i.student_id = ${profiles.id}), ${profiles.email})`,
      phone: profiles.phone,
      closedAt: profiles.closedAt,
      suspendedAt: profiles.suspendedAt,
      provenAt: profiles.mailboxProvenAt,
    })
    .from(profiles)
    .where(and(eq(profiles.id, userId), isNull(profiles.enteredBy)))
  if (!person) return null
  const { closedAt, suspendedAt, provenAt, ...contact } = person
  const isClosed = closedAt !== null
  return {
    ...contact,
    isClosed,
    isSuspended: !isClosed && suspendedAt !== null,
    isProven: provenAt !== null,
  }
}

/** Whether an account belongs to a student added by a coach without an email address. */
export async function hasNoMailbox(db: Queryable, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, userId), isNotNull(profiles.enteredBy)))
  return found.length > 0
}

/** The users with open accounts that have this address. */
export async function listHoldersOfAddress(db: Queryable, { email }: { email: string }): Promise<string[]> {
  const found = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(sql`lower(${profiles.email})`, email.toLowerCase()), isNull(profiles.closedAt)))
  return found.map(({ id }) => id)
}
