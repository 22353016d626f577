/** What is deleted of itself. Periods are those of content/legal/privacy-policy.md; a test compares the two. */
export interface Retention {
  table: string
  /** The row's moment that counts, a column of the table. */
  since: string
  months: number
  /** SQL that picks among the rows, where not all of them go. */
  only?: string
  /** The table consists of one a month: months are dropped whole (decision 0096). */
  byMonth?: true
}

const VISITS = 25
const LETTERS = 13
const WISHES = 24
const CONVERSATIONS = 24
/** A link or a sign-in that ran out is of use to nobody; a month is for questions about it. */
const RUN_OUT = 1

/** Accounts that were closed keep a row without a name, for the lessons that refer to it. */
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
  { table: 'quiz_responses', since: 'created_at', months: WISHES },
  {
    table: 'conversations',
    since: 'last_message_at',
    months: CONVERSATIONS,
    only: `${nobodyThere('conversations.student_id')} or ${nobodyThere('conversations.instructor_id')}`,
  },
  { table: 'support_tickets', since: 'updated_at', months: CONVERSATIONS, only: 'user_id is null' },
  { table: 'sessions', since: 'expires_at', months: RUN_OUT },
  // The address goes; the lesson keeps the name that its coach typed.
  {
    table: 'invited_students',
    since: 'created_at',
    months: RUN_OUT,
    only: 'not exists (select from bookings b where b.student_id = invited_students.student_id and b.lesson_end > current_instant())',
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
    months: RUN_OUT,
    only: 'not exists (select from booking_discounts d where d.exit_offer_id = exit_offers.id)',
  },
]
