import { INVITED_AGAIN_AFTER_DAYS } from '#features/accounts/account.ts'

/**
 * What is deleted automatically. The periods are defined in content/legal/privacy-policy.md; a test compares
 * them.
 */
export interface Retention {
  table: string
  /** The column that determines the age of a row. */
  since: string
  months: number
  /** A SQL condition, where only some of the rows are deleted. */
  only?: string
  /** The table is partitioned by month: whole partitions are dropped (decision 0096). */
  byMonth?: true
}

const VISITS = 25
const LETTERS = 13
/** Longer than the longest report of exit offers, a year. */
const OFFERS = 13
const WISHES = 24
const CONVERSATIONS = 24
/** Expired links and sign-ins are useless; they are kept for a month to answer questions about them. */
const RUN_OUT = 1

/** Closed accounts keep an anonymous row for the lessons that refer to it. */
const nobodyThere = (column: string) =>
  `exists (select from profiles p where p.id = ${column} and p.closed_at is not null)`

export const retentions: readonly Retention[] = [
  { table: 'page_views', since: 'created_at', months: VISITS, byMonth: true },
  { table: 'user_sessions', since: 'created_at', months: VISITS, byMonth: true },
  { table: 'instructor_impressions', since: 'created_at', months: VISITS, byMonth: true },
  { table: 'instructor_profile_events', since: 'created_at', months: VISITS },
  { table: 'search_history', since: 'created_at', months: VISITS, byMonth: true },
  { table: 'web_vitals', since: 'created_at', months: VISITS, byMonth: true },
  { table: 'email_logs', since: 'created_at', months: LETTERS },
  { table: 'sms_logs', since: 'created_at', months: LETTERS },
  { table: 'sms_inbound', since: 'received_at', months: LETTERS },
  { table: 'push_logs', since: 'created_at', months: LETTERS },
  { table: 'notifications', since: 'created_at', months: LETTERS },
  { table: 'suppressed_addresses', since: 'lifted_at', months: RUN_OUT },
  { table: 'city_waitlist', since: 'created_at', months: WISHES },
  { table: 'instructor_saves', since: 'created_at', months: WISHES },
  { table: 'trial_interests', since: 'created_at', months: WISHES },
  { table: 'quiz_responses', since: 'created_at', months: WISHES },
  { table: 'match_saves', since: 'created_at', months: WISHES },
  {
    table: 'conversations',
    since: 'last_message_at',
    months: CONVERSATIONS,
    only: `${nobodyThere('conversations.student_id')} or ${nobodyThere('conversations.instructor_id')}`,
  },
  { table: 'support_tickets', since: 'updated_at', months: CONVERSATIONS, only: 'user_id is null' },
  { table: 'sessions', since: 'expires_at', months: RUN_OUT },
  // The address is deleted; the lesson keeps the name that the coach entered. An address that declined is remembered for as long as the
  // coach must not invite it again.
  {
    table: 'invited_students',
    since: 'created_at',
    months: RUN_OUT,
    only: `(declined_at is null or declined_at < current_instant() - interval '${INVITED_AGAIN_AFTER_DAYS} days')
      and not exists (select from bookings b where b.student_id = invited_students.student_id
        and b.lesson_end > current_instant() - interval '${RUN_OUT} month')`,
  },
  { table: 'account_links', since: 'expires_at', months: RUN_OUT },
  { table: 'verifications', since: 'expires_at', months: RUN_OUT },
  { table: 'delivery_reports', since: 'received_at', months: RUN_OUT },
  { table: 'webhook_deliveries', since: 'created_at', months: RUN_OUT },
  { table: 'vendor_calls', since: 'hour', months: RUN_OUT },
  { table: 'two_factor_codes_used', since: 'used_at', months: RUN_OUT },
  {
    table: 'exit_offers',
    since: 'expires_at',
    months: OFFERS,
    only: 'not exists (select from booking_discounts d where d.exit_offer_id = exit_offers.id)',
  },
]
