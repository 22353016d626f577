import type pg from 'pg'
import { DEMO_QUIZ_SESSIONS } from './quiz-sessions.ts'
import { DEMO_DOMAIN } from './visits.ts'

const mine = 'select id from profiles where is_demo'
const lessons = `select id from bookings where is_demo or instructor_id in (${mine}) or student_id in (${mine})`
const ofCoaches = [
  'instructor_availability',
  'instructor_blocked_dates',
  'instructor_openings',
  'availability_calendars',
  'instructor_teaching_locations',
  'instructor_schedules',
  'open_starts',
  'student_calendar_access',
  'payout_accounts',
]

const ofLessons = [
  'ledger_transactions',
  'payouts',
  'payment_refunds',
  'payment_disputes',
  'lesson_notes',
  'lesson_moves',
  'lesson_reviews',
]

/** What is counted has no foreign keys: visits of demo people, and what others looked at among demo coaches. */
const counted = [
  ['page_views', 'user_id'],
  ['user_sessions', 'user_id'],
  ['search_history', 'user_id'],
  ['instructor_impressions', 'user_id'],
  ['instructor_impressions', 'instructor_id'],
  ['instructor_profile_events', 'user_id'],
  ['instructor_profile_events', 'instructor_id'],
] as const

/** Removes demo people with all that was booked with or by them. Real people stay; their lessons with demo coaches go. */
export async function clearDemo(client: pg.ClientBase): Promise<void> {
  await client.query(`delete from impersonations where subject_id in (${mine})`)
  // The books of demo lessons go with them; the table of books asks to be told that this is meant.
  await client.query(`set local greenside.ledger_by_hand = 'yes'`)
  await client.query(
    `delete from ledger_lines where transaction_id in (select id from ledger_transactions where booking_id in (${lessons}))`,
  )
  await client.query(
    `delete from payout_reversals where payout_id in (select id from payouts where booking_id in (${lessons}))`,
  )
  const packages = `select id from lesson_packages where instructor_id in (${mine}) or student_id in (${mine})`
  await client.query(
    `delete from payout_reversals where payout_id in (select id from payouts where package_id in (${packages}))`,
  )
  await client.query(`delete from payouts where package_id in (${packages})`)
  await client.query(`delete from lesson_credits where package_id in (${packages})`)
  await client.query(`update bookings set package_id = null where package_id in (${packages})`)
  await client.query(
    `delete from lesson_packages where instructor_id in (${mine}) or student_id in (${mine})`,
  )
  for (const table of ofLessons) await client.query(`delete from ${table} where booking_id in (${lessons})`)
  // What real people paid demo lessons with is on their gift cards again.
  await client.query(
    `delete from gift_card_draws where payment_id in (select id from payments where booking_id in (${lessons}))
       or card_id in (select id from gift_cards where buyer_id in (${mine}))`,
  )
  await client.query(`delete from gift_cards where buyer_id in (${mine})`)
  await client.query(`update gift_cards set redeemed_by = null where redeemed_by in (${mine})`)
  await client.query(
    `with gone as (delete from payments where booking_id in (${lessons}) returning order_id)
     delete from orders where id in (select order_id from gone)`,
  )
  const sales = `select id from payments where kind <> 'lesson' and (student_id in (${mine}) or instructor_id in (${mine}))`
  await client.query(
    `delete from payout_reversals where payout_id in (select id from payouts where payment_id in (${sales}))`,
  )
  await client.query(
    `delete from ledger_lines where transaction_id in (select id from ledger_transactions where payment_id in (${sales}))`,
  )
  for (const table of [
    'ledger_transactions',
    'payouts',
    'video_reviews',
    'package_sales',
    'processor_refunds',
    'payment_refunds',
    'payment_disputes',
  ])
    await client.query(`delete from ${table} where payment_id in (${sales})`)
  await client.query(
    `with gone as (delete from payments where id in (${sales}) returning order_id)
     delete from orders where id in (select order_id from gone)`,
  )
  await client.query(
    `delete from lesson_desk_notes where booking_id in (${lessons}) or author_id in (${mine})`,
  )
  await client.query(
    `update payment_customers set user_id = null, email = null, ended_at = current_instant() where user_id in (${mine})`,
  )
  await client.query(`delete from bookings where id in (${lessons})`)
  await client.query(`delete from local_vendor.transfer_reversals where transfer_id like 'tr_demo_%'`)
  await client.query(
    `delete from local_vendor.transfers where id like 'tr_demo_%' or account_id like 'acct_demo_%'`,
  )
  await client.query(`delete from local_vendor.accounts where id like 'acct_demo_%'`)
  for (const table of ['calendar_events', 'calendar_grants'])
    await client.query(
      `delete from local_vendor.${table} where account in (select email from profiles where is_demo)`,
    )
  // Large tables first and at once: left to the foreign keys they would go coach by coach.
  for (const table of ofCoaches) await client.query(`delete from ${table} where instructor_id in (${mine})`)
  for (const [table, column] of counted)
    await client.query(`delete from ${table} where ${column} in (${mine})`)
  for (const table of ['search_history', 'page_views', 'user_sessions'])
    await client.query(
      `delete from ${table} where session_id in (select session_id from user_sessions where domain = $1)`,
      [DEMO_DOMAIN],
    )
  // Measured pages of sessions that are gone.
  await client.query(
    'delete from web_vitals w where not exists (select from user_sessions s where s.session_id = w.session_id)',
  )
  await client.query(`delete from email_logs where dedupe_key like 'demo-log:%' or user_id in (${mine})`)
  await client.query(`delete from sms_logs where dedupe_key like 'demo-log:%' or user_id in (${mine})`)
  await client.query(
    'delete from suppressed_addresses where email in (select lower(email) from profiles where is_demo)',
  )
  await client.query(`delete from template_versions where saved_by in (${mine})`)
  await client.query(`delete from quiz_responses where contact_email like '%@quiz.greenside.demo'`)
  await client.query(`delete from quiz_responses where session_id::text like '${DEMO_QUIZ_SESSIONS}%'`)
  // Sums, in which demo coaches were counted.
  await client.query('delete from market_days')
  await client.query('delete from profiles where is_demo')
}
