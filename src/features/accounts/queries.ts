import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { effectiveRole } from './account.ts'

/** What someone may do, read from profiles and user_roles; null for nobody, and for a closed or suspended account. */
export async function findActor(db: Queryable, userId: string): Promise<Actor | null> {
  // Raw: every request asks this; the roles come with it in one row.
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
