import { type SQL, sql } from 'drizzle-orm'
import { toIso } from '#platform/time.ts'

/**
 * Ends what tells somebody about an account without their signing in: the private calendar address, notifications in
 * browsers, and texts, whose number and yes may be an intruder's.
 * @param keepPush the push address of the browser that asked
 * @param now milliseconds UTC
 */
export function endStandingAccess(userId: string, keepPush: string | null, now: number): SQL[] {
  const id = sql`${userId}::uuid`
  return [
    sql`delete from calendar_feeds where user_id = ${id}`,
    sql`delete from push_subscriptions where user_id = ${id} and endpoint is distinct from ${keepPush}`,
    sql`insert into sms_consents (user_id, phone, action, source, wording, said_at)
      select ${id}, latest.phone, 'withdrawn', 'signed_out_everywhere', 'Signed out everywhere', ${toIso(now)}::timestamptz
      from (select distinct on (phone) phone, action from sms_consents where user_id = ${id} order by phone, id desc) as latest
      where latest.action = 'given'`,
  ]
}
