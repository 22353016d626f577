import { sql } from 'drizzle-orm'
import { NOBODY, type OwnData, readOne } from '#platform/own-data.ts'
import { deviceWords } from './devices/device.ts'

export const accountsOwnData: OwnData = {
  erase({ userId }) {
    const id = sql`${userId}::uuid`
    return [
      sql`update profiles set full_name = ${NOBODY}, email = ${`deleted-${userId}@deleted.invalid`}, email_verified = false,
        phone = null, city = null, image = null, two_factor_enabled = false, closed_at = current_instant(), updated_at = current_instant() where id = ${id}`,
      sql`delete from credentials where user_id = ${id}`,
      sql`delete from account_links where user_id = ${id}`,
      sql`delete from two_factors where user_id = ${id}`,
      sql`delete from two_factor_codes_used where user_id = ${id}`,
      sql`delete from user_roles where user_id = ${id}`,
      sql`delete from sessions where user_id = ${id}`,
      // What the reason says may be about them.
      sql`update impersonations set reason = ${NOBODY} where subject_id = ${id}`,
    ]
  },

  async export(db, id) {
    const sessions = await db.execute<{ user_agent: string | null; created_at: string; updated_at: string }>(
      sql`select user_agent, created_at, updated_at from sessions where user_id = ${id} order by created_at`,
    )
    const visits = await db.execute(sql`
      select reason, started_at, coalesce(ended_at, ends_at) as ended_at, acts_since is not null as could_change_things
      from impersonations where subject_id = ${id} order by started_at`)
    return {
      visits_by_our_staff: visits.rows,
      account: await readOne(
        db,
        sql`select id, full_name, email, email_verified, two_factor_enabled, phone, city, user_type, created_at, updated_at,
          array(select role from user_roles where user_id = p.id) as roles from profiles p where id = ${id}`,
      ),
      sessions: sessions.rows.map((row) => ({
        device: deviceWords(row.user_agent),
        signed_in_at: row.created_at,
        last_seen_at: row.updated_at,
      })),
    }
  },
}
