import { and, eq, ne, sql } from 'drizzle-orm'
import { NOBODY, type OwnData, readOne, readParts } from '#platform/own-data.ts'
import { toIso } from '#platform/time.ts'
import { NO_EMAIL_DOMAIN } from './callers.ts'
import { deviceWords } from './devices/device.ts'
import { impersonations } from './impersonation/tables.ts'
import { eraseInvitedNames } from './invited-student.ts'
import { credentials, passkeys, sessions } from './tables.ts'

export const accountsOwnData: OwnData = {
  erase({ userId, email }) {
    const id = sql`${userId}::uuid`
    // A caller stays one, so the address stays below the domain of callers.
    const domain = email.endsWith(`@${NO_EMAIL_DOMAIN}`) ? NO_EMAIL_DOMAIN : 'deleted.invalid'
    return [
      // Invitations to the person's address, when it is verified, and the names that this coach entered for invited students.
      sql`update invited_students set address = null where instructor_id = ${id}
        or address = (select lower(email) from profiles where id = ${id} and email_verified)`,
      eraseInvitedNames(sql`select student_id from invited_students where instructor_id = ${id}`),
      sql`update profiles set full_name = ${NOBODY}, email = ${`deleted-${userId}@${domain}`}, email_verified = false,
        phone = null, city = null, image = null, two_factor_enabled = false, closed_at = current_instant(), updated_at = current_instant() where id = ${id}`,
      // Callers entered by a coach, who are known only to that coach.
      sql`update profiles set full_name = ${NOBODY}, phone = null where entered_by = ${id}`,
      sql`delete from credentials where user_id = ${id}`,
      sql`delete from passkeys where user_id = ${id}`,
      // Challenges of passkeys contain the id and the address.
      sql`delete from verifications where position(${userId} in value) > 0`,
      sql`delete from account_links where user_id = ${id}`,
      sql`delete from two_factors where user_id = ${id}`,
      sql`delete from two_factor_codes_used where user_id = ${id}`,
      sql`delete from user_roles where user_id = ${id}`,
      sql`delete from sessions where user_id = ${id}`,
      sql`delete from prospect_demo_mapping where prospect_id = ${id}`,
      // The reason may contain information about the person.
      sql`update impersonations set reason = ${NOBODY} where subject_id = ${id}`,
    ]
  },

  async export(db, id) {
    const signedIn = await db
      .select({ userAgent: sessions.userAgent, since: sessions.createdAt, seen: sessions.updatedAt })
      .from(sessions)
      .where(eq(sessions.userId, id))
      .orderBy(sessions.createdAt)
    const visits = await db
      .select()
      .from(impersonations)
      .where(eq(impersonations.subjectId, id))
      .orderBy(impersonations.startedAt)
    const connected = await db
      .select({
        provider: credentials.providerId,
        email: credentials.email,
        connected_at: credentials.createdAt,
      })
      .from(credentials)
      .where(and(eq(credentials.userId, id), ne(credentials.providerId, 'credential')))
      .orderBy(credentials.createdAt)
    const keys = await db
      .select({ name: passkeys.name, added_at: passkeys.createdAt, used_at: passkeys.lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, id))
      .orderBy(passkeys.createdAt)
    const demoDashboard = await readParts(db, {
      demo_dashboard: sql`
        select d.full_name as coach, m.created_at as since from prospect_demo_mapping m
        join profiles d on d.id = m.demo_instructor_id where m.prospect_id = ${id}`,
    })
    return {
      ...demoDashboard,
      connected_sign_in_providers: connected,
      passkeys: keys.map(({ used_at, ...key }) => ({ ...key, used_at: used_at && toIso(used_at) })),
      visits_by_our_staff: visits.map(({ reason, startedAt, endsAt, endedAt, actsSince }) => ({
        reason,
        started_at: toIso(startedAt),
        ended_at: toIso(endedAt ?? endsAt),
        could_change_things: actsSince !== null,
      })),
      account: await readOne(
        db,
        sql`select id, full_name, email, email_verified, two_factor_enabled, phone, city, shares_phone, shares_email, user_type, created_at, updated_at,
          array(select role from user_roles where user_id = p.id) as roles from profiles p where id = ${id}`,
      ),
      ...(await readParts(db, {
        lessons_entered_for_your_address: sql`
          select i.created_at, i.declined_at from invited_students i join profiles p on lower(p.email) = i.address
          where p.id = ${id} and p.email_verified order by i.created_at`,
      })),
      sessions: signedIn.map(({ userAgent, since, seen }) => ({
        device: deviceWords(userAgent),
        signed_in_at: since,
        last_seen_at: seen,
      })),
    }
  },
}
