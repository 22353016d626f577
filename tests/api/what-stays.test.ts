import { randomUUID } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { ownData } from '#app/own-data.ts'
import type { Queryable } from '#platform/db.ts'
import { testDatabase } from '../support/database.ts'

/**
 * Checks that every column of the database is cleared or deleted when an account is closed, or listed here
 * with the reason why it is kept. The cleared columns are parsed from the statements of the features'
 * `own-data.ts`; a new column fails the test until it is in one of the two.
 */
const database = testDatabase()

/** Tables without personal data. */
const ofNobody = [
  'crm_syncs',
  'delivery_reports',
  'email_templates',
  'failed_items',
  'market_days',
  'market_first_days',
  'market_months',
  'market_returns',
  'market_searches',
  'payment_events',
  'platform_config',
  'revenue_changes',
  'revenue_days',
  'schema_migrations',
  'sms_templates',
  'stray_files',
  'vendor_calls',
  'vendor_circuits',
  'vendor_health',
  'zip_codes',
]

/** Tables whose rows are partly deleted; the remaining columns are listed below. */
const deletedInPart = [
  'clinic_dates',
  'clinics',
  'clips',
  'conversations',
  'occupancies',
  'sms_consents',
  'sms_inbound',
]

const record = 'the record of a lesson and its money, kept for seven years without a name'
const correspondence = 'stays with the person it was written to, without a name'
const visit = 'counts visits; no row leads to a person any more'
const log = 'that something was sent; the address and the words are gone'

/** The columns that are kept, by table, with the reason. */
const stays: Record<string, [columns: string, why: string][]> = {
  // The user, without a name.
  profiles: [
    ['id', 'what lessons, money and conversations refer to'],
    ['entered_by', 'the coach of a caller, who never had an account and is not counted as one'],
    [
      'user_type is_demo is_invited shares_phone shares_email created_at suspended_at is_open mailbox_proven_at access_version',
      'says nothing of who it was',
    ],
  ],
  invited_students: [
    [
      'student_id instructor_id is_unwanted declined_at created_at',
      'whose lesson a coach entered: the address and the typed name are gone',
    ],
  ],
  instructor_profiles: [
    ['user_id', 'what lessons and money refer to'],
    [
      `hourly_rate ai_caddie_enabled instant_book_calendar_id min_booking_notice_hours max_booking_window_days slot_step_minutes
       buffer_minutes lesson_durations facility_types time_zone cancellation_policy rain_check funds_exit_offers takes_demo_bookings created_at instant_book_paused_at instant_book_open may_teach is_listed`,
      'terms of lessons; the profile is shown to nobody',
    ],
    ['booked_rating_sum booked_rating_count rating review_count', 'counted from reviews, which stay'],
  ],
  instructor_schedules: [['instructor_id version', 'a counter']],
  open_start_changes: [['id instructor_id', 'what is to be computed again, for seconds']],
  market_changes: [['id kind subject_id day noted_at', 'what is to be computed again, for a minute']],
  market_coaches: [['coach_id area soonest', 'listed coaches, computed every ten minutes']],
  market_lessons: [
    [
      'booking_id at first_at student_id coach_id days area is_first is_counted is_return',
      'computed from bookings, which stay',
    ],
  ],
  market_entries: [
    [
      'transaction_id at booking_id coach_id gross fee refunds kind area',
      'computed from the ledger, which stays',
    ],
  ],
  review_patterns: [
    ['id instructor_id what reviewers since', 'computed from reviews, which stay, every hour'],
  ],
  credential_verifications: [
    [
      `id instructor_id credential evidence kind verified_by verified_at expires_on withdrawn_at withdrawn_by withdrawn_reason`,
      'why a coach was shown as verified: asked for when something went wrong',
    ],
  ],
  google_access_ended: [
    [
      'id coach_id refresh_token ended_at',
      'encrypted access, until Google has heard of its end: minutes, a week at most',
    ],
  ],
  // Lessons and money.
  bookings: [
    [
      `id instructor_id student_id lesson_date lesson_end duration_minutes buffer_minutes time_zone price_amount lesson_title
       lesson_type status payment_status lesson_completed hold_expires_at cancelled_at cancel_reason teaching_location_id
       location_name location_address idempotency_key is_demo created_at updated_at cancellation_policy refund_ceiling_percent
       moved_by_coach rain_check weather_since called_off_at no_show completed_at change_number detail_number proposal_id is_demonstration package_id proposal_version entered_by_coach
       is_offered clinic_id seat_dates`,
      record,
    ],
    ['cancel_message', correspondence],
    ['golfer_id', 'set to null by the foreign key when the golfers of the account are deleted'],
  ],
  clips: [
    [
      `id instructor_id student_id golfer_id booking_id review_id uploader_id kind title storage_key files poster byte_size width height duration_us
       frame_times created_at is_unsent`,
      'of a coach who left: what the student added, which shows the student',
    ],
  ],
  booking_discounts: [
    ['booking_id student_id exit_offer_id promo_code_id amount_cents redeemed_at created_at', record],
  ],
  exit_offers: [
    [
      'id session_id instructor_id percent_off offered_at expires_at device_id',
      'names no student; goes a month after it ended',
    ],
  ],
  promo_codes: [
    [
      `id code percent_off amount_off_cents instructor_id funded_by max_uses max_uses_per_student valid_from valid_until is_active
       created_at`,
      'what discounts refer to',
    ],
  ],
  clinics: [
    [
      `id instructor_id status title teaching_location_id location_name location_address time_zone price_cents seats minimum decide_at
       decided_at youngest oldest level published_at cancelled_at cancelled_because created_at updated_at`,
      'what seats were bought in, for the people who bought them',
    ],
  ],
  clinic_dates: [['id clinic_id starts_at ends_at', 'when the seats were for']],
  occupancies: [
    [
      'id instructor_id kind booking_id clinic_date_id starts_at ends_at buffer_minutes teaching_location_id held_until',
      record,
    ],
  ],
  series_lessons: [['booking_id series_id position lessons', record]],
  lesson_moves: [['id booking_id moved_by moved_as from_start to_start moved_at', record]],
  lesson_packages: [
    [
      `id proposal_id payment_id instructor_id student_id lessons_total price_cents duration_minutes lesson_title lesson_type
       teaching_location_id cancellation_policy expires_at reminded_at ended_at end_reason rest_cents created_at kept_cents`,
      record,
    ],
  ],
  lesson_credits: [['package_id position value_cents status booking_id', record]],
  lesson_proposals: [
    [
      `id instructor_id student_id status proposed_dates price_amount lesson_title lesson_completed created_at updated_at
       lesson_type duration_minutes teaching_location_id time_zone lessons_total package_valid_days expires_at version
       accepted_start accepted_at reminded_at`,
      record,
    ],
    ['note change_request', correspondence],
  ],
  package_purchases: [['booking_id offer_id lessons_total valid_days created_at', record]],
  package_sales: [
    [
      `payment_id offer_id version instructor_id student_id status title lesson_type lessons_total duration_minutes valid_days
       cancellation_policy checkout_expires_at idempotency_key created_at`,
      record,
    ],
  ],
  payment_customers: [
    [
      'id customer_id created_at',
      'the customer at the payment processor, until the processor has deleted it: minutes, longer while it does not answer',
    ],
  ],
  orders: [
    [
      'id student_id stripe_session_id stripe_payment_intent_id checkout_url offers_cards terms_version created_at updated_at',
      record,
    ],
    ['card_fingerprint', 'of a card, not of a person: one exit offer for each card'],
  ],
  payments: [
    [
      `id order_id kind booking_id instructor_id student_id amount_cents gift_cents refunded_cents refunded_unnamed_cents refund_told_cents currency payment_status payment_method
       stripe_session_id stripe_payment_intent_id checkout_url terms_version proposal_id paid_at created_at updated_at discount_cents
       discount_funded_by price_lines`,
      record,
    ],
    ['card_fingerprint', 'of a card, not of a person: one exit offer for each card'],
  ],
  gift_cards: [
    [
      `id payment_id buyer_id amount_cents idempotency_key deliver_at delivered_at letters code_hash redeemed_at created_at`,
      record,
    ],
  ],
  gift_card_draws: [['card_id payment_id amount_cents returned_cents created_at', record]],
  payment_refunds: [
    [
      `id payment_id booking_id business_key amount_cents reason status provider_refund_id last_error requested_at sent_at
       attempts retry_at`,
      record,
    ],
  ],
  processor_refunds: [
    ['id payment_id request_id amount_cents is_sent ended_as failure first_heard_at ended_at', record],
  ],
  payment_disputes: [
    [
      `id booking_id payment_id student_id instructor_id source provider_dispute_id status admin_notes resolved_by resolved_at
       lesson_title dispute_reason payment_amount dispute_details created_at updated_at coach_answer coach_answered_at version
       bank_outcome`,
      record,
    ],
  ],
  dispute_changes: [
    [
      'id dispute_id version changed_by from_status to_status notes explanation refund_cents created_at',
      record,
    ],
  ],
  lesson_desk_notes: [['id booking_id author_id body created_at', record]],
  payment_findings: [
    ['id booking_id payment_id kind first_seen_at last_seen_at settled_at settled_by note', record],
  ],
  ledger_transactions: [['id business_key kind booking_id payment_id occurred_at created_at', record]],
  ledger_lines: [['transaction_id account amount_cents', record]],
  payout_accounts: [
    [
      'instructor_id provider_account_id status blocked_by answer_by checked_at restricted_at created_at updated_at',
      record,
    ],
  ],
  video_reviews: [
    [
      `id payment_id instructor_id student_id status price_cents promised_hours end_reason checkout_expires_at paid_at asked_at due_at
        reminded_at answered_at ended_at idempotency_key created_at`,
      'the record of a purchase and its money, kept for seven years without a name',
    ],
  ],
  payouts: [
    [
      `id booking_id payment_id instructor_id due_at status amount_cents provider_account_id provider_transfer_id last_error sent_at
       created_at package_id attempts`,
      record,
    ],
  ],
  payout_reversals: [['id payout_id amount_cents status provider_reversal_id created_at sent_at', record]],
  // Texts that people wrote to and about each other.
  lesson_notes: [['booking_id instructor_id student_id note created_at', correspondence]],
  lesson_reviews: [
    [
      'id booking_id instructor_id student_id rating comment created_at published_at reply replied_at paid_here',
      correspondence,
    ],
  ],
  conversations: [
    [
      `id instructor_id student_id ai_caddie_disabled message_count last_message_at last_sender_id last_message_type created_at`,
      correspondence,
    ],
    ['suspended_at', 'we paused it, whoever leaves'],
    ['instructor_name', 'follows the name of the coach’s profile by a trigger'],
  ],
  conversation_participants: [
    ['conversation_id user_id side last_read_position last_message_at', correspondence],
    ['blocked_at', 'protects the person who blocked, and who was blocked'],
  ],
  messages: [
    [
      'id conversation_id position sender_id content message_type data client_id impersonated_by created_at',
      correspondence,
    ],
  ],
  message_reports: [
    [
      `id conversation_id message_id reporter_id reported_id reason details status resolved_by resolved_at admin_notes outcome created_at`,
      'what was reported has to be looked into, whoever leaves',
    ],
  ],
  assistant_turns: [
    [
      `message_id conversation_id instructor_id state attempts reason answer_message_id breaches proposal_draft adapter model
       input_tokens output_tokens duration_ms created_at finished_at`,
      'how an answer came about; goes with its conversation',
    ],
  ],
  template_versions: [
    [
      'id seq channel template_key template_name subject content is_built_in saved_by created_at',
      'words of the platform, and which admin saved them, by id',
    ],
  ],
  // Logs and counters.
  audit_log: [
    [
      'id actor_id subject_id action target ids request_id created_at before after reason',
      'what admins did and why, by id; states and figures before and after',
    ],
  ],
  terms_versions: [
    [
      'version summary body announced_at letters_until told_at',
      'our terms; whom the last letter of them went to, until all have left',
    ],
  ],
  saved_views: [
    ['id list name view created_at', 'lists of the back office under a name, of nobody in particular'],
  ],
  impersonations: [
    [
      'id session_id admin_id subject_id started_at ends_at acts_since ended_at',
      'when somebody of ours looked, by id',
    ],
  ],
  email_wordings: [
    ['digest parts slots created_at', 'the text of emails around their values, without the values'],
  ],
  email_logs: [['id dedupe_key template_key status sent_at created_at user_id delivery delivery_at', log]],
  sms_logs: [['id dedupe_key template_key status sent_at created_at user_id delivery delivery_at', log]],
  sms_consents: [
    [
      'id phone action source wording said_at is_proved',
      'STOP: that phone is left alone for good; the row names nobody',
    ],
  ],
  sms_inbound: [
    ['provider_id phone message meaning received_at', 'STOP, and texts from numbers nobody proved'],
  ],
  user_sessions: [
    ['session_id is_authenticated entry_page exit_page pages_visited ended_at domain created_at', visit],
  ],
  page_views: [['id session_id page_path referrer domain duration_seconds exit_path created_at', visit]],
  instructor_impressions: [
    [
      `session_id instructor_id search_query search_filters position_in_results clicked clicked_at message_clicked
       message_clicked_at book_clicked book_clicked_at created_at`,
      visit,
    ],
  ],
  instructor_profile_events: [['id instructor_id session_id event_type created_at', visit]],
  search_history: [
    ['id session_id search_query search_type search_location results_count is_test created_at', visit],
  ],
  web_vitals: [['id session_id name value rating page_path created_at', visit]],
  announcements: [['id announcement', 'sent and deleted within a tenth of a second']],
  rate_limits: [['key points expire', 'counters of tries; those of the person go by their key']],
}

const columnsThatStay = Object.entries(stays).flatMap(([table, parts]) =>
  parts.flatMap(([columns]) => columns.split(/\s+/).map((column) => `${table}.${column}`)),
)

test('every column is cleared or deleted with an account, or says why it is kept', async () => {
  const { columns, cleared } = await readWhatGoes()
  const unexplained = columns.filter((column) => !cleared.has(column) && !columnsThatStay.includes(column))
  expect(unexplained).toEqual([])
})

test('the list of kept columns has no deleted or unknown ones', async () => {
  const { columns, cleared } = await readWhatGoes()
  expect(columnsThatStay.filter((column) => cleared.has(column) || !columns.includes(column))).toEqual([])
})

/** Reads all columns of tables with personal data, and which of them closing an account clears. */
async function readWhatGoes(): Promise<{ columns: string[]; cleared: Set<string> }> {
  const { rows } = await database.pool.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($1) order by 1, a.attnum`,
    [ofNobody],
  )
  const statements = await eraseStatements()
  const deleted = await withWhatGoesAlong(
    statements
      .flatMap((text) => /^delete from (\w+)/.exec(text)?.[1] ?? [])
      .filter((table) => !deletedInPart.includes(table)),
  )
  const cleared = new Set(statements.flatMap(clearedBy))
  for (const { table, column } of rows) if (deleted.has(table)) cleared.add(`${table}.${column}`)
  return { columns: rows.map(({ table, column }) => `${table}.${column}`), cleared }
}

/** Collects the statements that features run to erase a user, each on one line. */
async function eraseStatements(): Promise<string[]> {
  const dialect = new PgDialect()
  const said: string[] = []
  const listening = {
    execute: async (statement: SQL) => {
      said.push(dialect.sqlToQuery(statement).sql.replace(/\s+/g, ' ').trim())
      return { rows: [] }
    },
  }
  const leaver = {
    userId: randomUUID(),
    fullName: 'Sam Rivera',
    email: 'sam@example.com',
    emailVerified: true,
    otherNames: ['Emma Rivera'],
  }
  await ownData.erase(listening as unknown as Queryable, leaver)
  return said
}

/**
 * Returns the columns that an update sets to null or to a constant. A column that is only partly rewritten
 * does not count as cleared.
 */
function clearedBy(statement: string): string[] {
  const [, table, assignments] = /^update (\w+) set (.*?) where /.exec(statement) ?? []
  if (!table || !assignments) return []
  return [
    ...assignments.matchAll(
      /(?:^|, )(\w+) = (?:null|false|0|'[^']*'|\$\d+|template_key|current_instant\(\))(?=,|$)/g,
    ),
  ].map(([, column]) => `${table}.${column}`)
}

/** Adds the tables whose rows the database deletes by cascade, unless only a part of their rows is deleted. */
async function withWhatGoesAlong(tables: string[]): Promise<Set<string>> {
  const { rows } = await database.pool.query<{ name: string }>(
    `with recursive gone (id) as (
       select t::regclass::oid from unnest($1::text[]) t
       union select f.conrelid from pg_constraint f join gone on f.confrelid = gone.id
       where f.contype = 'f' and f.confdeltype = 'c' and f.conrelid <> all ($2::regclass[]))
     select relname as name from pg_class where oid in (select id from gone)`,
    [tables, deletedInPart],
  )
  return new Set(rows.map(({ name }) => name))
}
