import { type SQL, sql } from 'drizzle-orm'
import { toIso } from '#platform/time.ts'

/**
 * Ends what tells somebody about an account without their signing in: access tokens, the private calendar address, notifications in
 * browsers, and texts, whose number and yes may be an intruder's.
 * @param keepPush the push address of the browser that asked
 * @param now milliseconds UTC
 */
export function endStandingAccess(userId: string, keepPush: string | null, now: number): SQL[] {
  const id = sql`${userId}::uuid`
  // Raw: a row for each number that was proved, by what was said about it last; the others name tables of features above.
  return [
    sql`delete from access_tokens where user_id = ${id}`,
    sql`delete from calendar_feeds where user_id = ${id}`,
    sql`delete from push_subscriptions where user_id = ${id} and endpoint is distinct from ${keepPush}`,
    sql`delete from phone_codes where user_id = ${id}`,
    // Every number that was proved, whatever was said about it since: a text from it must not begin texts again.
    sql`insert into sms_consents (user_id, phone, action, source, wording, said_at)
      select ${id}, phone, 'withdrawn', 'signed_out_everywhere', 'Signed out everywhere', ${toIso(now)}::timestamptz
      from sms_consents c where user_id = ${id} group by phone
      having coalesce(max(id) filter (where is_proved), 0) > coalesce(max(id) filter (where source = 'signed_out_everywhere'), 0)`,
  ]
}
