/** Years of a large marketplace as statements that each fill one table, from three drawn tables: coaches, lessons and conversations. */

export interface Size {
  coaches: number
  golfers: number
  bookings: number
}

/** Lessons lie in the past two years and the next three weeks, eight possible hours a day. */
const PAST_DAYS = 730
const SLOTS = (PAST_DAYS + 21) * 8
/** Emails and notifications are kept for thirteen months (decision 0152). */
const KEPT = `interval '13 months'`

/** A number from 0 to 1 that is always the same for the same kind and number. */
const functions = `
  create or replace function drill.share(kind text, n bigint) returns float8 language sql immutable
    as $$ select ('x' || substr(md5(kind || n), 1, 8))::bit(32)::bigint / 4294967296.0::float8 $$;
  create or replace function drill.charge(kind text, n bigint) returns text language sql immutable
    as $$ select kind || '_' || substr(translate(md5(kind || n) || md5(n || kind), 'af', 'QX'), 1, 56) $$`

/**
 * What everything else is made from. A few coaches have many lessons and most have few, as are golfers; a golfer takes about three
 * lessons with the same coach. The hours of a coach do not overlap.
 */
export const drawing = ({ golfers, bookings }: Size): readonly string[] => [
  functions,
  `create unlogged table drill.coaches as
    select row_number() over (order by md5(c.user_id::text))::int as n, c.user_id as id, l.id as place, l.location_name, l.address,
      l.time_zone, (c.hourly_rate * 100)::int as cents, c.cancellation_policy, coalesce(c.display_name, 'Coach') as name,
      c.instant_book_enabled
    from instructor_profiles c join instructor_teaching_locations l on l.instructor_id = c.user_id and l.is_primary
    where c.is_listed and not exists (select from occupancies o where o.instructor_id = c.user_id)
      and not exists (select from bookings b where b.instructor_id = c.user_id)`,
  'alter table drill.coaches add primary key (n); analyze drill.coaches',
  `create unlogged table drill.lessons as
    with drawn as (
      select n, 1 + floor((select count(*) from drill.coaches) * power(drill.share('coach', n), 1.5))::int as coach
      from generate_series(1, ${bookings}) n
    ), counted as (
      select n, coach, row_number() over (partition by coach order by n) - 1 as nth, count(*) over (partition by coach) as total from drawn
    ), placed as (
      select *, floor(${SLOTS} * power(nth::float8 / total, 0.8))::int as slot from counted
    ), timed as (
      select p.n, drill.nth('lesson', p.n) as id, c.id as coach, c.n as coach_n, c.name as coach_name, c.place, c.location_name, c.address,
        c.time_zone, c.cents, c.cancellation_policy, c.instant_book_enabled,
        1 + floor(${golfers} * power(drill.share('pair', c.n * 10000::bigint + p.nth % greatest(1, p.total / 3)), 1.5))::int as golfer,
        (current_instant()::date - ${PAST_DAYS} + p.slot / 8 + make_interval(hours => 9 + p.slot % 8)) at time zone c.time_zone as starts
      from placed p join drill.coaches c on c.n = p.coach
    ), booked as (
      select *, drill.nth('user', golfer) as student,
        least(starts - make_interval(days => 3 + n % 10), current_instant() - make_interval(mins => 20 + n % 3000)) as created_at
      from timed
    )
    select *, case when n % 100 < 8 then 'cancelled' when starts < current_instant() - interval '25 hours' then 'completed'
      else 'confirmed' end as status from booked order by created_at`,
  'alter table drill.lessons add primary key (n); analyze drill.lessons',
  `create unlogged table drill.talks as
    select row_number() over (order by first_at)::int as n, drill.nth('talk', row_number() over (order by first_at)::int) as id, *,
      2 + (messages_wish % 9)::int as messages
    from (select coach, coach_name, student, golfer, min(created_at) - interval '1 day' as first_at, max(created_at) as last_at, min(n) as messages_wish
      from drill.lessons where n % 2 = 0 group by 1, 2, 3, 4) pairs`,
  'analyze drill.talks',
]

/** The person of a row whose number is in this column, as the table of people has it. */
const person = (number: string) => `join drill.parts p on p.id = ${number} * 7919::bigint % 20011`
const address = (number: string) => `p.mailbox || ${number} || '@' || p.domain`
const lessons = 'from drill.lessons l'
const paid = `l.created_at + interval '2 minutes'`
const cancelled = `l.created_at + interval '10 minutes'`
const ends = `l.starts + interval '1 hour'`
const completed = `l.starts + interval '25 hours'`
const payoutDue = `l.starts + interval '49 hours'`
const isSent = `${payoutDue} < current_instant() - interval '1 hour'`
/** As `platformFee` rounds. */
const fee = 'round(l.cents * 0.1)::int'

/** The accounts of people, before what refers to them. */
export const people = ({ golfers }: Size): Record<string, string> => ({
  profiles: `insert into profiles (id, full_name, email, email_verified, mailbox_proven_at, phone, city, created_at, updated_at)
    select drill.nth('user', n), name, ${address('n')}, true, at, case when n % 3 > 0 then phone end, case when n % 2 > 0 then city end, at, at
    from (select n, current_instant() - interval '760 days' * (1 - n::float8 / ${golfers + 1}) as at from generate_series(1, ${golfers}) n) g
    ${person('n')}`,
})

/** A statement for each table. They are independent of each other. */
export const tables = ({ golfers }: Size): Record<string, string> => ({
  user_roles: `insert into user_roles (user_id, role, created_at) select id, 'student', created_at from profiles
    where user_type = 'student' and not is_demo on conflict do nothing`,
  credentials: `insert into credentials (account_id, provider_id, user_id, password, created_at, updated_at)
    select id::text, 'credential', id, md5(id::text) || ':' || md5('1' || id) || md5('2' || id) || md5('3' || id) || md5('4' || id), created_at, created_at
    from profiles where user_type = 'student' and not is_demo`,
  sessions: `insert into sessions (token, user_id, expires_at, ip_address, user_agent, created_at, updated_at)
    select md5('session' || n), drill.nth('user', n), at + interval '30 days', '203.0.113.' || n % 250,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1', at, at
    from (select n, current_instant() - interval '29 days' * drill.share('session', n) as at from generate_series(1, ${golfers}, 10) n) s`,
  bookings: `insert into bookings (id, instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount, lesson_title,
      status, payment_status, lesson_completed, cancelled_at, cancel_reason, change_number, teaching_location_id, location_name, location_address,
      idempotency_key, cancellation_policy, no_show, completed_at, created_at, updated_at)
    select id, coach, student, starts, ${ends}, 60, time_zone, cents / 100.0, '60-minute Lesson',
      status, case status when 'cancelled' then 'refunded' else 'completed' end, status = 'completed' and n % 50 <> 9,
      case status when 'cancelled' then ${cancelled} end, case status when 'cancelled' then 'student' end, (status = 'cancelled')::int,
      place, location_name, address, drill.nth('key', n)::text, cancellation_policy, status = 'completed' and n % 50 = 9,
      case status when 'completed' then ${completed} end, created_at,
      case status when 'completed' then ${completed} when 'cancelled' then ${cancelled} else ${paid} end ${lessons}`,
  occupancies: `insert into occupancies (instructor_id, kind, booking_id, starts_at, ends_at, buffer_minutes, teaching_location_id)
    select coach, 'lesson', id, starts, ${ends}, 0, place ${lessons} where status <> 'cancelled'`,
  orders: `insert into orders (id, student_id, stripe_session_id, stripe_payment_intent_id, card_fingerprint, created_at, updated_at)
    select id, student, drill.charge('cs_live', n), left(drill.charge('pi', n), 27), left(drill.charge('card', golfer), 16), created_at, ${paid} ${lessons}`,
  payments: `insert into payments (id, booking_id, instructor_id, student_id, amount_cents, refunded_cents, payment_status, payment_method,
      stripe_session_id, stripe_payment_intent_id, card_fingerprint, price_lines, order_id, paid_at, created_at, updated_at, refund_told_cents)
    select drill.nth('payment', n), id, coach, student, cents, case status when 'cancelled' then cents else 0 end,
      case status when 'cancelled' then 'refunded' else 'completed' end, 'card', drill.charge('cs_live', n), left(drill.charge('pi', n), 27),
      left(drill.charge('card', golfer), 16), jsonb_build_array(jsonb_build_object('label', '60-minute Lesson', 'cents', cents)),
      id, ${paid}, created_at, ${paid}, case status when 'cancelled' then cents else 0 end ${lessons}`,
  payment_events: `insert into payment_events (id, type, session_id, outcome, received_at)
    select left(drill.charge('evt', n), 28), 'checkout.session.completed', drill.charge('cs_live', n), 'confirmed', ${paid} ${lessons}`,
  payment_refunds: `insert into payment_refunds (id, payment_id, booking_id, business_key, amount_cents, reason, status, provider_refund_id, requested_at, sent_at)
    select drill.nth('refund', n), drill.nth('payment', n), id, 'cancelled:' || id, cents, 'student', 'sent', left(drill.charge('re', n), 27),
      ${cancelled}, ${cancelled} + interval '1 minute' ${lessons} where status = 'cancelled'`,
  ledger_transactions: `insert into ledger_transactions (id, business_key, kind, booking_id, occurred_at, created_at)
    select drill.nth(e.kind, l.n), e.kind || ':' || case e.kind when 'paid' then l.id::text when 'released' then drill.nth('payout', l.n)::text
        when 'refund_due' then drill.nth('refund', l.n)::text else l.id || ':' || l.cents end, e.kind, l.id, e.at, e.at
    ${lessons} cross join lateral (values ('paid', ${paid}, true), ('released', ${payoutDue}, l.status = 'completed' and ${isSent}),
      ('refund_due', ${cancelled}, l.status = 'cancelled'), ('refunded', ${cancelled} + interval '1 minute', l.status = 'cancelled'))
      e (kind, at, happened) where e.happened`,
  ledger_lines: `insert into ledger_lines (transaction_id, account, amount_cents)
    select drill.nth(e.kind, l.n), e.account, e.cents
    ${lessons} cross join lateral (values
      ('paid', 'processor_cash', l.cents, true), ('paid', 'coach_held', ${fee} - l.cents, true), ('paid', 'platform_fee', -${fee}, true),
      ('released', 'coach_held', l.cents - ${fee}, l.status = 'completed' and ${isSent}),
      ('released', 'processor_cash', ${fee} - l.cents, l.status = 'completed' and ${isSent}),
      ('refund_due', 'coach_held', l.cents - ${fee}, l.status = 'cancelled'), ('refund_due', 'platform_fee', ${fee}, l.status = 'cancelled'),
      ('refund_due', 'refunds_due', -l.cents, l.status = 'cancelled'), ('refunded', 'refunds_due', l.cents, l.status = 'cancelled'),
      ('refunded', 'processor_cash', -l.cents, l.status = 'cancelled')) e (kind, account, cents, happened) where e.happened`,
  payouts: `insert into payouts (id, booking_id, instructor_id, due_at, status, amount_cents, provider_account_id, provider_transfer_id, sent_at, created_at)
    select drill.nth('payout', n), id, coach, ${payoutDue}, case when ${isSent} then 'sent' else 'held' end,
      case when ${isSent} then cents - ${fee} end, case when ${isSent} then 'acct_' || coach_n end,
      case when ${isSent} then left(drill.charge('tr', n), 27) end, case when ${isSent} then ${payoutDue} end, ${completed}
    ${lessons} where status = 'completed'`,
  payout_accounts: `insert into payout_accounts (instructor_id, provider_account_id, status, checked_at)
    select id, 'acct_' || n, 'active', current_instant() from drill.coaches on conflict (instructor_id) do nothing`,
  lesson_reviews: `insert into lesson_reviews (id, booking_id, instructor_id, student_id, rating, comment, created_at, published_at)
    select drill.nth('review', n), l.id, l.coach, l.student, 3 + least(2, n % 7), p.letter, ${ends} + interval '20 hours', ${ends} + interval '20 hours'
    ${lessons} ${person('n')} where status = 'completed' and n % 5 < 2 and n % 50 <> 9`,
  student_calendar_access: `insert into student_calendar_access (student_id, instructor_id, granted_at)
    select student, coach, min(created_at) ${lessons} where not instant_book_enabled group by 1, 2 on conflict do nothing`,
  conversations: `insert into conversations (id, instructor_id, student_id, instructor_name, message_count, last_message_at, last_sender_id,
      last_message_type, created_at)
    select id, coach, student, coach_name, messages, last_at, case when messages % 2 = 1 then student else coach end, 'text', first_at from drill.talks`,
  conversation_participants: `insert into conversation_participants (conversation_id, user_id, side, last_read_at, last_read_position, last_message_at)
    select t.id, w.who, w.side, t.last_at, t.messages - case when t.n % 20 = 0 then w.unread else 0 end, t.last_at
    from drill.talks t cross join lateral (values (t.coach, 'coach', 1), (t.student, 'student', 0)) w (who, side, unread)`,
  messages: `insert into messages (conversation_id, position, sender_id, content, message_type, created_at)
    select t.id, at, case when at % 2 = 1 then t.student else t.coach end, p.letter, 'text',
      t.first_at + (t.last_at - t.first_at) * (at::float8 / t.messages)
    from drill.talks t cross join generate_series(1, t.messages) at join drill.parts p on p.id = (t.n * 7919::bigint + at) % 20011`,
  notifications: `insert into notifications (user_id, kind, business_key, title, body, href, read_at, created_at)
    select w.who, 'lesson_booked', l.id::text, w.title, to_char(l.starts at time zone l.time_zone, 'FMDay, FMMonth FMDD, FMHH:MI AM') || ', ' || l.location_name,
      '/lessons?lesson=' || l.id, case when l.created_at < current_instant() - interval '2 days' then l.created_at + interval '1 hour' end, ${paid}
    ${lessons} ${person('l.golfer')} cross join lateral (values (l.coach, p.name || ' booked a lesson'),
      (l.student, 'You are booked with ' || l.coach_name)) w (who, title) where l.created_at > current_instant() - ${KEPT}`,
  // Letters that the product itself sent, with another reader: their kept HTML has its digest.
  email_logs: `insert into email_logs (dedupe_key, template_key, recipient_email, recipient_name, subject, status, sent_at, created_at, user_id, job,
      provider_id, wording, wording_values, html_digest, html_content)
    select s.template_key || ':' || l.id, s.template_key, ${address('l.golfer')}, p.name, s.subject, 'sent', ${paid}, ${paid}, l.student, s.job,
      drill.nth('mail', l.n)::text, s.wording, s.wording_values, s.html_digest, s.html_content
    ${lessons} ${person('l.golfer')} join drill.letters s on s.n = l.n % (select count(*) from drill.letters)
    where l.created_at > current_instant() - ${KEPT}`,
})

/** What is counted and logged besides lessons, with the rows of the lists drill. Each visit has a page view, a search and an impression. */
export const tracked = ({ golfers }: Size): readonly [number, readonly string[]][] => [
  [golfers, ['user_sessions', 'page_views', 'search_history', 'instructor_impressions']],
  [Math.ceil(golfers / 10), ['sms_logs', 'support_tickets', 'city_waitlist', 'quiz_responses', 'audit_log']],
]
