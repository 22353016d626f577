import { type SQL, sql } from 'drizzle-orm'
import { eraseMessagesStatements } from '#features/messages/closures/statement.ts'

/** Who leaves, as they were until now. */
export interface Leaver {
  full_name: string
  email: string
  /** True when they proved that the address is theirs. */
  email_verified: boolean
}

/** The name that stays where a person was: one word, so that "first name and initial" has nothing to add. */
export const NOBODY = 'Anonymous'

/**
 * Takes a person out of everything that must stay, and deletes what need not: lessons, payments and reviews are kept
 * without a name, because others and the tax office rely on them. In the order they run, in one transaction.
 * A row is theirs when it names them. An address counts only where they proved that it is theirs, and only for what was said
 * without an account; a number never counts.
 */
export function eraseStatements(userId: string, was: Leaver): SQL[] {
  const id = sql`${userId}::uuid`
  const isTheirs = (owner: SQL, address: SQL) =>
    was.email_verified
      ? sql`(${owner} = ${id} or (${owner} is null and lower(${address}) = lower(${was.email})))`
      : sql`${owner} = ${id}`
  return [
    sql`update profiles set full_name = ${NOBODY}, email = ${`deleted-${userId}@deleted.invalid`}, email_verified = false,
      phone = null, city = null, image = null, two_factor_enabled = false, closed_at = current_instant(), updated_at = current_instant() where id = ${id}`,
    ...eraseMessagesStatements(userId),
    sql`delete from credentials where user_id = ${id}`,
    sql`delete from account_links where user_id = ${id}`,
    sql`delete from two_factors where user_id = ${id}`,
    sql`delete from two_factor_codes_used where user_id = ${id}`,
    sql`delete from coach_drafts where user_id = ${id}`,
    sql`delete from user_roles where user_id = ${id}`,
    sql`delete from student_calendar_access where student_id = ${id} or instructor_id = ${id}`,
    sql`update instructor_profiles set display_name = ${NOBODY}, bio = null, location = null, profile_image_url = null,
      launch_monitor = null, gender = null, years_coaching = null, specialties = '{}', credentials = '{}', gallery_images = '{}',
      custom_reviews = '[]', is_visible = false, instant_book_enabled = false where user_id = ${id}`,
    sql`delete from instructor_availability where instructor_id = ${id}`,
    sql`delete from instructor_blocked_dates where instructor_id = ${id}`,
    sql`delete from availability_calendars where instructor_id = ${id}`,
    sql`delete from instructor_teaching_locations where instructor_id = ${id}`,
    sql`update email_logs set recipient_email = ${`deleted-${userId}@deleted.invalid`}, recipient_name = ${NOBODY},
      subject = template_key, metadata = '{}', error_message = null where ${isTheirs(sql`user_id`, sql`recipient_email`)}`,
    // What others were told of them stays, and says nobody's name. Only what is about things of theirs: names are shared, and
    // somebody may call himself "You".
    sql`update email_logs set subject = replace(subject, ${was.full_name}, ${NOBODY})
      where position(${was.full_name} in subject) > 0 and ${isAboutThem(id, sql`coalesce(dedupe_key, '') || metadata::text`)}`,
    sql`update sms_logs set message_content = replace(message_content, ${was.full_name}, ${NOBODY})
      where position(${was.full_name} in message_content) > 0 and ${isAboutThem(id, sql`coalesce(dedupe_key, '') || metadata::text`)}`,
    sql`delete from notifications where user_id = ${id}`,
    sql`update notifications set title = replace(title, ${was.full_name}, ${NOBODY}), body = replace(body, ${was.full_name}, ${NOBODY})
      where position(${was.full_name} in title || ' ' || coalesce(body, '')) > 0 and ${isAboutThem(id, sql`business_key || ' ' || href`)}`,
    sql`update sms_logs set recipient_phone = '', recipient_name = ${NOBODY}, message_content = template_key, metadata = '{}',
      error_message = null where user_id = ${id}`,
    sql`delete from push_logs where user_id = ${id}`,
    sql`update push_logs set title = replace(title, ${was.full_name}, ${NOBODY})
      where position(${was.full_name} in title) > 0 and ${isAboutThem(id, sql`dedupe_key`)}`,
    sql`delete from push_subscriptions where user_id = ${id}`,
    sql`delete from notification_preferences where user_id = ${id}`,
    sql`delete from notification_settings where user_id = ${id}`,
    sql`delete from message_digests where user_id = ${id}`,
    sql`delete from calendar_feeds where user_id = ${id}`,
    sql`delete from phone_codes where user_id = ${id}`,
    // What they texted from a number they had proved, but STOP itself.
    sql`delete from sms_inbound i using sms_consents c where c.user_id = ${id} and c.is_proved and c.phone = i.phone
      and i.received_at >= c.said_at and i.meaning <> 'stop'`,
    // A phone that texted STOP is left alone for good, whoever has it; that row names nobody any more.
    sql`delete from sms_consents where user_id = ${id} and source <> 'text_message'`,
    sql`update sms_consents set user_id = null, ip_address = null where user_id = ${id}`,
    sql`delete from instructor_saves where instructor_id = ${id} or ${isTheirs(sql`user_id`, sql`email`)}`,
    sql`delete from city_waitlist where ${isTheirs(sql`user_id`, sql`email`)}`,
    sql`update payment_disputes set student_name = ${NOBODY}, student_email = '' where student_id = ${id}`,
    sql`update payment_disputes set instructor_name = ${NOBODY}, instructor_email = '' where instructor_id = ${id}`,
    sql`delete from support_tickets where ${isTheirs(sql`user_id`, sql`user_email`)}`,
    sql`update user_sessions set user_id = null where user_id = ${id}`,
    sql`update page_views set user_id = null where user_id = ${id}`,
    sql`update instructor_impressions set user_id = null where user_id = ${id}`,
    sql`update instructor_profile_events set user_id = null where user_id = ${id}`,
    sql`update search_history set user_id = null where user_id = ${id}`,
    sql`delete from sessions where user_id = ${id}`,
    ...eraseCountersStatements(userId, was),
    ...eraseJobsStatements(userId, was),
  ]
}

/** Counters of tries by the person; those by the address only where it was theirs, or anybody could set them back. */
const eraseCountersStatements = (userId: string, { email, email_verified }: Leaver): SQL[] =>
  [userId, ...(email_verified ? [email.toLowerCase()] : [])].map(
    (key) => sql`delete from rate_limits where right(key, ${key.length + 1}) = ${`:${key}`}`,
  )

/**
 * What is still to be sent to them is not sent, and what the queues have done says nothing of them any more. Letters to others
 * that are still waiting are changed one by one.
 */
function eraseJobsStatements(userId: string, was: Leaver): SQL[] {
  const isForThem = sql`(data ->> 'userId' = ${userId} or data ->> 'readerId' = ${userId}
    or (${was.email_verified} and lower(data ->> 'toEmail') = lower(${was.email}))
    or (name = 'send-account-link' and lower(data ->> 'email') = lower(${was.email})))`
  const names = sql`position(${JSON.stringify(was.full_name).slice(1, -1)} in data::text) > 0`
  return [
    sql`delete from pgboss.job where state in ('created', 'retry') and ${isForThem}`,
    sql`update pgboss.job set data = '{}', output = null where state in ('completed', 'cancelled', 'failed')
      and (${isForThem} or (${names} and ${isAboutThem(sql`${userId}::uuid`, sql`data::text`)}))`,
  ]
}

/** Whether a text of keys and addresses names somebody or something of theirs that others were told of. */
export const isAboutThem = (id: SQL, keys: SQL) => sql`exists (
  select from (
    select ${id} as id
    union all select id from bookings where student_id = ${id} or instructor_id = ${id}
    union all select id from conversations where student_id = ${id} or instructor_id = ${id}
    union all select id from lesson_proposals where student_id = ${id} or instructor_id = ${id}
    union all select id from lesson_packages where student_id = ${id} or instructor_id = ${id}
  ) theirs where position(theirs.id::text in ${keys}) > 0)`
