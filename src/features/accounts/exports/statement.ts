import { type SQL, sql } from 'drizzle-orm'

/**
 * Everything we keep about somebody, part by part: in our own words for things, money in dollars, instants in UTC. A row is
 * theirs when it names them. An address counts only once they have proved that it is theirs, and only for what was said
 * without an account; a number never counts. Passwords, other people's addresses and what was written about others are left out.
 */
export function ownDataStatements(userId: string): Record<string, SQL> {
  const id = sql`${userId}::uuid`
  return {
    ...lessonStatements(id),
    ...coachStatements(id),
    ...conversationStatements(id),
    ...notificationStatements(id),
    ...visitStatements(id),
  }
}

/** Said by somebody without an account who gave the address that this person has proved. */
const byOwnAddress = (owner: SQL, address: SQL, id: SQL) => sql`(${owner} is null and exists (
  select from profiles me where me.id = ${id} and me.email_verified and lower(me.email) = lower(${address})))`

const lessonStatements = (id: SQL) => ({
  lessons: sql`
    select b.id, case when b.student_id = ${id} then 'student' else 'coach' end as you_were, b.lesson_title,
      coalesce(c.display_name, cp.full_name) as coach, b.lesson_date, b.duration_minutes, b.time_zone, b.location_name,
      b.location_address, b.price_amount, b.status, b.payment_status, b.created_at, b.cancelled_at, b.cancel_reason,
      b.cancel_message
    from bookings b join instructor_profiles c on c.user_id = b.instructor_id join profiles cp on cp.id = b.instructor_id
    where b.student_id = ${id} or b.instructor_id = ${id} order by b.lesson_date`,
  lessons_you_moved: sql`
    select booking_id, from_start, to_start, moved_at from lesson_moves where moved_by = ${id} order by moved_at`,
  payments: sql`
    select booking_id, round(amount_cents / 100.0, 2) as amount, round(discount_cents / 100.0, 2) as discount,
      round(refunded_cents / 100.0, 2) as refunded, currency, payment_status, payment_method, paid_at, created_at
    from payments where student_id = ${id} or instructor_id = ${id} order by created_at`,
  discounts: sql`
    select booking_id, round(amount_cents / 100.0, 2) as amount, redeemed_at, created_at from booking_discounts
    where student_id = ${id} order by created_at`,
  proposals: sql`
    select id, case when student_id = ${id} then 'student' else 'coach' end as you_were, status, lesson_title, lesson_type,
      proposed_dates, duration_minutes, price_amount, lessons_total, note, change_request, accepted_start, created_at
    from lesson_proposals where student_id = ${id} or instructor_id = ${id} order by created_at`,
  packages: sql`
    select id, proposal_id, case when student_id = ${id} then 'student' else 'coach' end as you_were, lesson_title,
      lessons_total, round(price_cents / 100.0, 2) as price, expires_at, ended_at, end_reason, created_at
    from lesson_packages where student_id = ${id} or instructor_id = ${id} order by created_at`,
  problems_you_reported: sql`
    select booking_id, lesson_title, dispute_reason as reason, dispute_details as details, status, created_at, resolved_at
    from payment_disputes where student_id = ${id} and source = 'student' order by created_at`,
  reviews_you_wrote: sql`
    select booking_id, rating, comment, created_at from lesson_reviews where student_id = ${id} order by created_at`,
  replies_to_reviews_you_wrote: sql`
    select booking_id, reply, replied_at from lesson_reviews where instructor_id = ${id} and reply is not null
    order by replied_at`,
  notes_about_lessons: sql`
    select booking_id, case when student_id = ${id} then 'student' else 'coach' end as you_were, note, created_at
    from lesson_notes where student_id = ${id} or instructor_id = ${id} order by created_at`,
  saved_coaches: sql`
    select coalesce(c.display_name, 'Golf Instructor') as coach, s.name, s.email, s.phone, s.notes, s.created_at
    from instructor_saves s join instructor_profiles c on c.user_id = s.instructor_id
    where s.user_id = ${id} or ${byOwnAddress(sql`s.user_id`, sql`s.email`, id)} order by s.created_at`,
  waitlists: sql`
    select w.city, w.state, w.name, w.email, w.preferences, w.status, w.created_at from city_waitlist w
    where w.user_id = ${id} or ${byOwnAddress(sql`w.user_id`, sql`w.email`, id)} order by w.created_at`,
  coaches_you_may_book: sql`
    select coalesce(c.display_name, 'Golf Instructor') as coach, a.granted_at from student_calendar_access a
    join instructor_profiles c on c.user_id = a.instructor_id where a.student_id = ${id} order by a.granted_at`,
})

const coachStatements = (id: SQL) => ({
  teaching_places: sql`
    select location_name, address, city, state, zip, time_zone, is_primary from instructor_teaching_locations
    where instructor_id = ${id}`,
  weekly_hours: sql`
    select day_of_week, start_time, end_time, is_available from instructor_availability where instructor_id = ${id}
    order by day_of_week, start_time`,
  days_off: sql`
    select blocked_date, start_time, end_time, reason from instructor_blocked_dates where instructor_id = ${id}
    order by blocked_date, start_time`,
  certificates: sql`
    select credential, evidence, verified_at, expires_on, withdrawn_at, withdrawn_reason from credential_verifications
    where instructor_id = ${id} order by verified_at`,
  payouts: sql`
    select booking_id, package_id is not null as for_lessons_not_taken, round(amount_cents / 100.0, 2) as amount, status,
      due_at, sent_at from payouts
    where instructor_id = ${id} order by created_at`,
  payout_account: sql`
    select provider_account_id, status, created_at from payout_accounts where instructor_id = ${id}`,
  promo_codes: sql`
    select code, percent_off, round(amount_off_cents / 100.0, 2) as amount_off, valid_from, valid_until, is_active
    from promo_codes where instructor_id = ${id} order by created_at`,
})

const conversationStatements = (id: SQL) => ({
  conversations: sql`
    select c.id, case when c.student_id = ${id} then 'student' else 'coach' end as you_were,
      case when c.student_id = ${id} then c.instructor_name else s.full_name end as with_whom, c.created_at,
      c.message_count, p.last_read_at, p.archived_at, p.muted_at, p.blocked_at
    from conversation_participants p join conversations c on c.id = p.conversation_id join profiles s on s.id = c.student_id
    where p.user_id = ${id} order by c.created_at`,
  messages_you_wrote: sql`
    select conversation_id, content, message_type, attachment_count, created_at from messages where sender_id = ${id}
    order by created_at, conversation_id, position`,
  photos_and_videos_you_sent: sql`
    select a.id, a.kind, a.byte_size, a.width, a.height, a.duration_ms, m.conversation_id, a.created_at
    from message_attachments a left join messages m on m.id = a.message_id where a.uploader_id = ${id} order by a.created_at`,
  what_you_reported: sql`
    select conversation_id, message_id, reason, details, status, created_at from message_reports where reporter_id = ${id}
    order by created_at`,
  shows_when_you_are_online: sql`
    select share_presence, updated_at from message_preferences where user_id = ${id}`,
  questions_to_support: sql`
    select t.subject, t.message, t.status, t.created_at,
      (select coalesce(json_agg(json_build_object('from', case when r.is_staff then 'greenside' else 'you' end,
        'message', r.message, 'created_at', r.created_at) order by r.seq), '[]') from support_replies r where r.ticket_id = t.id)
        as replies
    from support_tickets t
    where t.user_id = ${id} or ${byOwnAddress(sql`t.user_id`, sql`t.user_email`, id)} order by t.created_at`,
})

const notificationStatements = (id: SQL) => ({
  emails_we_sent: sql`
    select l.template_key, l.recipient_email, l.subject, l.status, l.sent_at from email_logs l
    where l.user_id = ${id} or ${byOwnAddress(sql`l.user_id`, sql`l.recipient_email`, id)} order by l.created_at`,
  texts_we_sent: sql`
    select template_key, recipient_phone, message_content, status, sent_at from sms_logs where user_id = ${id}
    order by created_at`,
  texts_you_sent_us: sql`
    select i.phone, i.message, i.received_at from sms_inbound i where i.received_at >= (
      select min(c.said_at) from sms_consents c where c.user_id = ${id} and c.is_proved and c.phone = i.phone)
    order by i.received_at`,
  push_notifications_we_sent: sql`
    select kind, title, status, sent_at from push_logs where user_id = ${id} order by created_at`,
  notifications: sql`
    select kind, title, body, read_at, created_at from notifications where user_id = ${id} order by created_at`,
  what_you_want_to_be_told: sql`
    select kind, channel, enabled, updated_at from notification_preferences where user_id = ${id} order by kind, channel`,
  quiet_hours: sql`
    select time_zone, quiet_from as from_minute, quiet_until as until_minute, updated_at from notification_settings
    where user_id = ${id}`,
  consents_to_texts: sql`
    select phone, action, source, wording, ip_address, said_at from sms_consents where user_id = ${id} order by id`,
  browsers_with_push: sql`
    select device, created_at from push_subscriptions where user_id = ${id} order by created_at`,
  private_calendar: sql`select created_at from calendar_feeds where user_id = ${id}`,
})

const visitStatements = (id: SQL) => ({
  searches: sql`
    select search_query, search_type, results_count, created_at from search_history where user_id = ${id}
    order by created_at`,
  visits: sql`
    select entry_page, exit_page, pages_visited, created_at, ended_at from user_sessions where user_id = ${id}
    order by created_at`,
  pages_you_looked_at: sql`
    select page_path, referrer, duration_seconds, created_at from page_views where user_id = ${id} order by created_at`,
  coaches_you_were_shown: sql`
    select coalesce(c.display_name, 'Golf Instructor') as coach, i.search_query, i.position_in_results, i.clicked, i.created_at
    from instructor_impressions i join instructor_profiles c on c.user_id = i.instructor_id where i.user_id = ${id}
    order by i.created_at`,
  coaches_you_clicked: sql`
    select coalesce(c.display_name, 'Golf Instructor') as coach, e.event_type, e.created_at
    from instructor_profile_events e join instructor_profiles c on c.user_id = e.instructor_id where e.user_id = ${id}
    order by e.created_at`,
})
