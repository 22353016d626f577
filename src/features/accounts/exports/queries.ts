import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { deviceWords } from '../devices/device.ts'

/**
 * Everything we keep about somebody, for them to take away: in our own words for things, money in dollars, instants in
 * UTC. Passwords, other people's addresses and what was written about others are not in it.
 */
export async function collectOwnData(db: Queryable, userId: string): Promise<Record<string, unknown>> {
  const id = sql`${userId}::uuid`
  const rows = async (statement: SQL) => (await db.execute(statement)).rows
  const sessions = await db.execute<{ user_agent: string | null; created_at: string; updated_at: string }>(
    sql`select user_agent, created_at, updated_at from sessions where user_id = ${id} order by created_at`,
  )
  return {
    account: (
      await rows(sql`
        select id, full_name, email, email_verified, phone, city, user_type, created_at, updated_at,
          array(select role from user_roles where user_id = p.id) as roles from profiles p where id = ${id}`)
    )[0],
    sessions: sessions.rows.map((row) => ({
      device: deviceWords(row.user_agent),
      signed_in_at: row.created_at,
      last_seen_at: row.updated_at,
    })),
    lessons: await rows(sql`
      select b.id, case when b.student_id = ${id} then 'student' else 'coach' end as you_were, b.lesson_title,
        coalesce(c.display_name, cp.full_name) as coach, b.lesson_date, b.duration_minutes, b.time_zone, b.location_name,
        b.location_address, b.price_amount, b.status, b.payment_status, b.created_at, b.cancelled_at
      from bookings b join instructor_profiles c on c.user_id = b.instructor_id join profiles cp on cp.id = b.instructor_id
      where b.student_id = ${id} or b.instructor_id = ${id} order by b.lesson_date`),
    payments: await rows(sql`
      select booking_id, round(amount_cents / 100.0, 2) as amount, round(refunded_cents / 100.0, 2) as refunded, currency,
        payment_status, payment_method, paid_at, created_at
      from payments where student_id = ${id} or instructor_id = ${id} order by created_at`),
    reviews_you_wrote: await rows(sql`
      select booking_id, rating, comment, created_at from lesson_reviews where student_id = ${id} order by created_at`),
    coach_profile: (await rows(sql`select * from instructor_profiles where user_id = ${id}`))[0] ?? null,
    teaching_places: await rows(sql`
      select location_name, address, city, state, zip, time_zone, is_primary from instructor_teaching_locations
      where instructor_id = ${id}`),
    weekly_hours: await rows(sql`
      select day_of_week, start_time, end_time, is_available from instructor_availability where instructor_id = ${id}
      order by day_of_week, start_time`),
    coach_draft:
      (await rows(sql`select draft, updated_at from coach_drafts where user_id = ${id}`))[0] ?? null,
    conversations: await rows(sql`
      select c.id, case when c.student_id = ${id} then 'student' else 'coach' end as you_were,
        case when c.student_id = ${id} then c.instructor_name else s.full_name end as with_whom, c.created_at,
        c.message_count, p.last_read_at, p.archived_at, p.muted_at, p.blocked_at
      from conversation_participants p join conversations c on c.id = p.conversation_id join profiles s on s.id = c.student_id
      where p.user_id = ${id} order by c.created_at`),
    messages_you_wrote: await rows(sql`
      select conversation_id, content, message_type, attachment_count, created_at from messages where sender_id = ${id}
      order by created_at, conversation_id, position`),
    photos_and_videos_you_sent: await rows(sql`
      select a.id, a.kind, a.byte_size, a.width, a.height, a.duration_ms, m.conversation_id, a.created_at
      from message_attachments a left join messages m on m.id = a.message_id where a.uploader_id = ${id} order by a.created_at`),
    what_you_reported: await rows(sql`
      select conversation_id, message_id, reason, details, status, created_at from message_reports where reporter_id = ${id}
      order by created_at`),
    emails_we_sent: await rows(sql`
      select template_key, subject, status, sent_at from email_logs
      where lower(recipient_email) = (select lower(email) from profiles where id = ${id}) order by created_at`),
    texts_we_sent: await rows(sql`
      select template_key, message_content, status, sent_at from sms_logs
      where recipient_phone = (select phone from profiles where id = ${id}) order by created_at`),
    questions_to_support: await rows(sql`
      select t.subject, t.message, t.status, t.created_at,
        (select coalesce(json_agg(json_build_object('from', case when r.is_staff then 'greenside' else 'you' end,
          'message', r.message, 'created_at', r.created_at) order by r.seq), '[]') from support_replies r where r.ticket_id = t.id)
          as replies
      from support_tickets t where t.user_id = ${id} order by t.created_at`),
    searches: await rows(sql`
      select search_query, search_type, results_count, created_at from search_history where user_id = ${id}
      order by created_at`),
    pages_you_looked_at: await rows(sql`
      select page_path, referrer, duration_seconds, created_at from page_views where user_id = ${id} order by created_at`),
  }
}
