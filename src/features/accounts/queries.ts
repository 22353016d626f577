import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { effectiveRole } from './account.ts'

/** What someone may do, read from profiles and user_roles; null for nobody, and for a closed or suspended account. */
export async function findActor(db: Queryable, userId: string): Promise<Actor | null> {
  const found = await db.execute<{
    full_name: string
    email: string
    user_type: string
    roles: string[]
  }>(sql`
    select p.full_name, p.email, p.user_type,
      array(select r.role from user_roles r where r.user_id = p.id) as roles
    from profiles p where p.id = ${userId} and p.closed_at is null and p.suspended_at is null`)
  const person = found.rows[0]
  if (!person) return null
  return {
    userId,
    role: effectiveRole(person.user_type, person.roles),
    fullName: person.full_name,
    email: person.email,
  }
}

/** How somebody is reached. */
export interface Contact {
  fullName: string
  email: string
  phone: string | null
  isClosed: boolean
  /** They were seen to read their mailbox; until then anybody may have typed their name and their address. */
  isProven: boolean
}

/** How to reach someone: only for mails we send, never part of an answer to others. */
export async function findContact(db: Queryable, userId: string): Promise<Contact | null> {
  const found = await db.execute<{
    full_name: string
    email: string
    phone: string | null
    is_closed: boolean
    is_proven: boolean
  }>(sql`
    select full_name, email, phone, closed_at is not null as is_closed, mailbox_proven_at is not null as is_proven
    from profiles where id = ${userId}`)
  const person = found.rows[0]
  if (!person) return null
  const { full_name: fullName, email, phone, is_closed: isClosed, is_proven: isProven } = person
  return { fullName, email, phone, isClosed, isProven }
}
