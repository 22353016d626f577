import { sql } from 'drizzle-orm'
import type { SuppressionReason } from '#features/notifications/suppression.ts'
import { type Actor, asSeenBy, type PersonName } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { effectiveRole } from './account.ts'
import type { Me } from './schema.ts'

/** What someone may do, read from profiles and user_roles; null for nobody, and for a closed or suspended account. */
export async function findActor(db: Queryable, userId: string): Promise<Actor | null> {
  // Raw: every request asks this; the roles come with it in one row.
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

/** Somebody as their own browser knows them: a prospect looks with the eyes of a demo coach. */
export function meOf(actor: Actor): Me {
  const { userId, role, fullName, email, emailTrouble, prospect, impersonatedBy, mayAct, actingUntil } =
    asSeenBy(actor)
  return {
    userId,
    role,
    fullName,
    email,
    // A prospect's page names the demo coach's address.
    ...(emailTrouble && !prospect ? { emailTrouble } : {}),
    ...(prospect ? { prospect } : {}),
    ...(impersonatedBy ? { impersonatedBy, mayAct: mayAct ?? false, actingUntil } : {}),
  }
}
