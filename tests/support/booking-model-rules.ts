import type { Pool } from 'pg'
import { packageRules, sale, sent, sentOf } from './booking-model-sales.ts'
import { placeKey, type Remembered, type Season } from './booking-model-season.ts'
import { findWrongSeriesMails } from './booking-model-series.ts'

/** Each query returns violations among one coach's bookings after everything has settled. $1 is the coach. */
const rules: Record<string, string> = {
  'two lessons overlap': `
    select id from (select id, lesson_date < lag(lesson_end) over (order by lesson_date) as clashes from bookings
      where instructor_id = $1 and clinic_id is null and status in ('pending', 'confirmed', 'completed')) l where clashes`,
  'a lesson and its occupied time differ': `
    select coalesce(b.id, o.booking_id) as id
    from (select * from bookings where instructor_id = $1 and clinic_id is null and status <> 'cancelled') b
      full join (select * from occupancies where instructor_id = $1 and booking_id is not null) o on o.booking_id = b.id
    where (o.starts_at, o.ends_at, o.buffer_minutes, o.teaching_location_id)
      is distinct from (b.lesson_date, b.lesson_end, b.buffer_minutes, b.teaching_location_id)`,
  'a hold is still open': `select id from bookings where instructor_id = $1 and status = 'pending'`,
  'a lesson stands unpaid': `
    select b.id from bookings b join payments p on p.booking_id = b.id where b.instructor_id = $1
      and b.status in ('confirmed', 'completed') and p.paid_at is null`,
  'a lesson is still to come': `select id from bookings where instructor_id = $1 and status = 'confirmed'`,
  'charged without a booking that says so': `
    select b.id from bookings b join payments p on p.booking_id = b.id
      join orders o on o.id = p.order_id
      join local_vendor.checkouts c on c.booking_id = o.id::text and c.status = 'complete'
    where b.instructor_id = $1 and (o.stripe_payment_intent_id is distinct from c.payment_intent_id
      or p.payment_status in ('pending', 'failed'))`,
  'paid in the books, not at the processor': `
    select b.id from bookings b join payments p on p.booking_id = b.id where b.instructor_id = $1 and p.paid_at is not null
      and p.payment_method not in ('package', 'gift_card')
      and not exists (select from local_vendor.checkouts c join orders o on o.id = p.order_id
        where c.payment_intent_id = o.stripe_payment_intent_id)`,
  'charged for a time that went to others, and not given back': `
    select b.id from bookings b join payments p on p.booking_id = b.id where b.instructor_id = $1 and p.paid_at is not null
      and b.package_id is null and b.status = 'cancelled' and b.cancel_reason not in ('student')
      and p.refunded_cents <> p.amount_cents`,
  'refunds of the books are not those of the processor': `
    select sale as id from ${sale} l group by sale having sum(refunded_cents) <> sum(given)`,
  'payment and booking disagree': `
    select b.id from bookings b join payments p on p.booking_id = b.id where b.instructor_id = $1
      and b.payment_status <> case when b.package_id is not null and p.paid_at is not null then 'completed' else p.payment_status end`,
  'a payment says another state than its sums': `
    select b.id from bookings b join payments p on p.booking_id = b.id where b.instructor_id = $1
      and p.payment_status <> case when p.paid_at is null then p.payment_status when p.refunded_cents = 0 then 'completed'
        when p.refunded_cents < p.amount_cents then 'partially_refunded' else 'refunded' end`,
  'a payment is waited for without a hold': `
    select b.id from bookings b join payments p on p.booking_id = b.id
    where b.instructor_id = $1 and b.status <> 'pending' and p.payment_status = 'pending'`,
  'a checkout is open without a hold': `
    select b.id from bookings b join payments p on p.booking_id = b.id join orders o on o.id = p.order_id
      join local_vendor.checkouts c on c.id = o.stripe_session_id
    where b.instructor_id = $1 and b.status <> 'pending' and c.status = 'open'`,
  'the books do not balance': `
    select t.booking_id as id from ledger_transactions t join bookings b on b.id = t.booking_id
      join ledger_lines l on l.transaction_id = t.id where b.instructor_id = $1
    group by t.id having sum(l.amount_cents) <> 0`,
  'cash in the books is not what the processor has': `
    select sale as id from ${sale} l group by sale having sum(cash) <> sum(paid) - sum(given) - sum(sent) - sum(by_gift)`,
  // If an operator refunded twice and no lesson remains to cover it, the platform bears the loss.
  'more came out than was paid in': `
    select sale as id from ${sale} l group by sale having sum(given) + sum(sent) > sum(paid) + sum(gift) + sum(borne)`,
  'something is still owed': `
    select b.id || ' holds ' || sum(l.amount_cents) as id from bookings b
      join ledger_transactions t on t.booking_id = b.id join ledger_lines l on l.transaction_id = t.id
    where b.instructor_id = $1 and l.account = 'coach_held' group by b.id having sum(l.amount_cents) <> 0
    union all select sale || ' holds ' || sum(package_held) || ', owes ' || sum(refunds_due) from ${sale} l
    group by sale having sum(package_held) <> 0 or sum(refunds_due) <> 0`,
  'the coach was not paid nine tenths of what stayed paid, and what the platform promised': `
    select id from (
      select b.id, p.amount_cents - p.refunded_cents as kept, p.amount_cents as paid, ${sent} as sent,
        case p.discount_funded_by when 'platform' then p.discount_cents else 0 end as gift
      from bookings b join payments p on p.booking_id = b.id
      where b.instructor_id = $1 and p.paid_at is not null and b.package_id is null) m
    where sent <> case when gift = 0 then kept - floor(kept / 10.0 + 0.5)
      else floor((paid + gift - floor((paid + gift) / 10.0 + 0.5)) * kept / paid::numeric + 0.5) end`,
  'a share was taken back twice': `
    select o.id from payouts o join payout_reversals v on v.payout_id = o.id where o.instructor_id = $1
    group by o.id having sum(v.amount_cents) > o.amount_cents or bool_or(v.status <> 'sent')`,
  'a coach was paid for a lesson that was not taught or was cancelled in full': `
    select b.id from bookings b where b.instructor_id = $1 and ${sentOf('o.package_id is null')} > 0
      and not (b.status = 'completed' or (b.status = 'cancelled' and b.cancel_reason = 'student'))`,
  'a code was used beyond its limits': `
    select c.id from promo_codes c join booking_discounts d on d.promo_code_id = c.id where c.instructor_id = $1 and d.redeemed_at is not null
    group by c.id having count(*) > c.max_uses or count(*) > count(distinct d.student_id)`,
  'a discount is other than what was charged less': `
    select b.id from booking_discounts d join bookings b on b.id = d.booking_id join payments p on p.booking_id = b.id
    where b.instructor_id = $1 and p.discount_cents <> d.amount_cents`,
  'a code is used up for a lesson that never stood': `
    select b.id from booking_discounts d join bookings b on b.id = d.booking_id join payments p on p.booking_id = b.id
    where b.instructor_id = $1 and d.redeemed_at is not null and (p.paid_at is null or b.cancel_reason in ('hold_expired', 'abandoned'))`,
  'a message is told twice': `
    select min(data ->> 'key') as id from pgboss.job where name in ('send-templated-email', 'send-templated-sms')
    group by name, data ->> 'key', $1::uuid having count(*) > 1`,
  'a job could not do its work': `
    select job || ' ' || item || ': ' || error as id from failed_items where $1::uuid is not null`,
  'something is offered by or to somebody who left or is suspended': `
    select o.id from lesson_proposals o join profiles c on c.id = o.instructor_id join profiles s on s.id = o.student_id
    where o.instructor_id = $1 and o.status in ('pending', 'changes_requested', 'accepted') and not (c.is_open and s.is_open)`,
  ...packageRules,
}

/** Returns every violated rule of a coach's bookings, with examples. */
export async function findBrokenRules(season: Season): Promise<string[]> {
  const { pool, coach, lessons, processor } = season
  const banks = JSON.stringify(processor.taken())
  const broken: string[] = []
  for (const [rule, text] of Object.entries(rules)) {
    const values = text.includes('$2') ? [coach.userId, banks] : [coach.userId]
    // Named statements are planned only once per connection.
    const { rows } = await pool.query<{ id: string }>({ name: rule.slice(0, 60), text, values })
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  broken.push(...(await findWrongPlaces(pool, coach.userId, lessons)))
  return [...broken, ...(await findWrongMails(season)), ...(await findWrongSeriesMails(pool, coach.userId))]
}

/** Finds lessons whose place changed although no one chose another. */
async function findWrongPlaces(pool: Pool, coachId: string, lessons: readonly Remembered[]) {
  const { rows } = await pool.query<{ id: string; name: string; zone: string }>(
    'select id, location_name as name, time_zone as zone from bookings where instructor_id = $1',
    [coachId],
  )
  return lessons.flatMap(({ id, places }) => {
    const at = rows.find((row) => row.id === id)
    if (!at) return [`a booking is gone: ${id}`]
    return places.has(placeKey(at))
      ? []
      : [`a lesson is at ${placeKey(at)} and should be at ${[...places].join(' or ')}`]
  })
}

/** Compares the emails with what happened: each event must be announced once, and emails about closed accounts must be deleted. */
async function findWrongMails({ pool, coach, lessons, away }: Season): Promise<string[]> {
  const { rows: mails } = await pool.query<{ template: string; id: string; n: number }>(
    `select data ->> 'template' as template, split_part(data ->> 'key', ':', 2) as id, count(*)::int as n
     from pgboss.job where name = 'send-templated-email' group by 1, 2`,
  )
  const { rows: states } = await pool.query<{
    id: string
    reason: string | null
    stood: boolean
    no_show: boolean
    all_moves: number
    own_moves: number
    is_weekly: boolean
    is_entered: boolean
  }>(
    `select b.id, b.cancel_reason as reason, b.no_show, b.entered_by_coach as is_entered, exists (select from series_lessons s where s.booking_id = b.id) as is_weekly,
       (select count(*)::int from lesson_moves m where m.booking_id = b.id) as all_moves,
       (select count(*)::int from lesson_moves m where m.booking_id = b.id and m.moved_as = 'coach') as own_moves,
       -- A payment after the end of the lesson is not confirmed to either person.
       (b.status = 'completed' or b.cancel_reason in ('student', 'coach', 'admin')) and p.paid_at < b.lesson_end as stood
     from bookings b join payments p on p.booking_id = b.id where b.instructor_id = $1`,
    [coach.userId],
  )
  return lessons.flatMap(({ id, studentId, moves: seen, isBlurred, isToldTogether, isSeat }) => {
    const state = states.find((row) => row.id === id)
    if (!state || isSeat || away.get(coach.userId) === 'closed' || away.get(studentId) === 'closed') return []
    // Of two moves at once, one may lead to where the lesson was: only the database knows whether it moved.
    const moves = isBlurred ? state.all_moves : seen
    const isConfirmed = state.stood && !state.is_weekly
    const byPerson =
      !isToldTogether && state.reason !== null && ['student', 'coach', 'admin'].includes(state.reason)
    const expected: Record<string, number> = {
      // Weekly lessons are confirmed with one letter: see `findWrongSeriesMails`.
      'booking-confirmed-student': isConfirmed ? 1 : 0,
      // A coach who entered the lesson hears that it is paid.
      'booking-confirmed-coach': isConfirmed && !state.is_entered ? 1 : 0,
      ...(isConfirmed && state.is_entered ? { 'lesson-paid-coach': 1 } : {}),
      'booking-cancelled-student': byPerson ? 1 : 0,
      // A coach gets no email about her own action.
      'booking-cancelled-coach': byPerson && state.reason !== 'coach' ? 1 : 0,
      'booking-rescheduled-student': moves,
      'booking-rescheduled-coach': moves - state.own_moves,
      'lesson-no-show-student': state.no_show ? 1 : 0,
    }
    return Object.entries(expected).flatMap(([template, n]) => {
      const sent = mails
        .filter((mail) => mail.template === template && mail.id === id)
        .reduce((sum, mail) => sum + mail.n, 0)
      return sent === n ? [] : [`${sent} emails ${template} instead of ${n}`]
    })
  })
}
