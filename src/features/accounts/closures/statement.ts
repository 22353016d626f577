import { type SQL, sql } from 'drizzle-orm'
import { eraseMessagesStatements } from '#features/messages/closures/statement.ts'

/** The name that stays where a person was: one word, so that "first name and initial" has nothing to add. */
const NOBODY = 'Anonymous'

/**
 * Takes a person out of everything that must stay, and deletes what need not: lessons, payments and reviews are kept
 * without a name, because others and the tax office rely on them. In the order they run, in one transaction.
 * @param was the address they had, for what was logged under it
 */
export function eraseStatements(
  userId: string,
  was: { full_name: string; email: string; phone: string | null },
): SQL[] {
  const id = sql`${userId}::uuid`
  return [
    sql`update profiles set full_name = ${NOBODY}, email = ${`deleted-${userId}@deleted.invalid`}, email_verified = false,
      phone = null, city = null, image = null, two_factor_enabled = false, closed_at = now(), updated_at = now() where id = ${id}`,
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
      subject = template_key, metadata = '{}' where lower(recipient_email) = lower(${was.email})`,
    // What others were told of them stays, and says nobody's name. Only what is about things of theirs: names are shared, and
    // somebody may call himself "You".
    sql`update email_logs set subject = replace(subject, ${was.full_name}, ${NOBODY})
      where position(${was.full_name} in subject) > 0 and ${isAboutThem(id, sql`coalesce(dedupe_key, '') || metadata::text`)}`,
    sql`update sms_logs set message_content = replace(message_content, ${was.full_name}, ${NOBODY})
      where position(${was.full_name} in message_content) > 0 and ${isAboutThem(id, sql`coalesce(dedupe_key, '') || metadata::text`)}`,
    sql`delete from notifications where user_id = ${id}`,
    sql`update notifications set title = replace(title, ${was.full_name}, ${NOBODY}), body = replace(body, ${was.full_name}, ${NOBODY})
      where position(${was.full_name} in title || ' ' || coalesce(body, '')) > 0 and ${isAboutThem(id, sql`business_key || ' ' || href`)}`,
    sql`update sms_logs set recipient_phone = '', recipient_name = ${NOBODY}, message_content = template_key
      where recipient_phone = ${was.phone} and not exists (
        -- Nobody proves a phone number: whoever else gave it keeps what was sent there.
        select 1 from profiles other where other.phone = ${was.phone} and other.id <> ${id} and other.closed_at is null)`,
    sql`delete from instructor_saves where lower(email) = lower(${was.email}) or instructor_id = ${id}`,
    sql`delete from city_waitlist where lower(email) = lower(${was.email})`,
    sql`update payment_disputes set student_name = ${NOBODY}, student_email = '' where student_id = ${id}`,
    sql`update payment_disputes set instructor_name = ${NOBODY}, instructor_email = '' where instructor_id = ${id}`,
    sql`delete from support_tickets where user_id = ${id}`,
    sql`update user_sessions set user_id = null where user_id = ${id}`,
    sql`update page_views set user_id = null where user_id = ${id}`,
    sql`update instructor_impressions set user_id = null where user_id = ${id}`,
    sql`update instructor_profile_events set user_id = null where user_id = ${id}`,
    sql`update search_history set user_id = null where user_id = ${id}`,
    sql`delete from sessions where user_id = ${id}`,
  ]
}

/** Whether a text of keys and addresses names somebody or something of theirs that others were told of. */
const isAboutThem = (id: SQL, keys: SQL) => sql`exists (
  select from (
    select ${id} as id
    union all select id from bookings where student_id = ${id} or instructor_id = ${id}
    union all select id from conversations where student_id = ${id} or instructor_id = ${id}
    union all select id from lesson_proposals where student_id = ${id} or instructor_id = ${id}
    union all select id from lesson_packages where student_id = ${id} or instructor_id = ${id}
  ) theirs where position(theirs.id::text in ${keys}) > 0)`
