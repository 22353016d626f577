import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { deviceWords } from '../devices/device.ts'
import { ownDataStatements } from './statement.ts'

/** Everything we keep about somebody, for them to take away. */
export async function collectOwnData(db: Queryable, userId: string): Promise<Record<string, unknown>> {
  const id = sql`${userId}::uuid`
  const rows = async (statement: SQL) => (await db.execute(statement)).rows
  const first = async (statement: SQL) => (await rows(statement))[0] ?? null
  const sessions = await db.execute<{ user_agent: string | null; created_at: string; updated_at: string }>(
    sql`select user_agent, created_at, updated_at from sessions where user_id = ${id} order by created_at`,
  )
  const data: Record<string, unknown> = {
    account: await first(sql`
      select id, full_name, email, email_verified, two_factor_enabled, phone, city, user_type, created_at, updated_at,
        array(select role from user_roles where user_id = p.id) as roles from profiles p where id = ${id}`),
    sessions: sessions.rows.map((row) => ({
      device: deviceWords(row.user_agent),
      signed_in_at: row.created_at,
      last_seen_at: row.updated_at,
    })),
    coach_profile: await first(sql`select * from instructor_profiles where user_id = ${id}`),
    coach_draft: await first(sql`select draft, updated_at from coach_drafts where user_id = ${id}`),
  }
  for (const [part, statement] of Object.entries(ownDataStatements(userId)))
    data[part] = await rows(statement)
  return data
}
