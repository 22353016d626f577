import type { Pool } from 'pg'
import type { Remembered } from './booking-model.ts'

/** What the processor sent to a coach for a booking `b`, less what it took back. A share's id is the key of its transfer. */
const sent = `(
  (select coalesce(sum(s.amount_cents), 0) from local_vendor.transfers s join payouts o on o.id::text = s.idempotency_key
    where o.booking_id = b.id)
  - (select coalesce(sum(v.amount_cents), 0) from local_vendor.transfer_reversals v
      join local_vendor.transfers s on s.id = v.transfer_id join payouts o on o.id::text = s.idempotency_key
      where o.booking_id = b.id))`

/** Each finds what must not be, among the bookings of one coach after everything has settled. $1 is the coach. */
const rules: Record<string, string> = {
  'two lessons overlap': `
    select id from (select id, lesson_date < lag(lesson_end) over (order by lesson_date) as clashes from bookings
      where instructor_id = $1 and status in ('pending', 'confirmed', 'completed')) l where clashes`,
  'a hold is still open': `select id from bookings where instructor_id = $1 and status = 'pending'`,
  'a lesson stands unpaid': `
    select b.id from bookings b join payments p on p.booking_id = b.id where b.instructor_id = $1
      and b.status in ('confirmed', 'completed') and p.paid_at is null`,
  'charged without a booking that says so': `
    select b.id from bookings b join payments p on p.booking_id = b.id
      join local_vendor.checkouts c on c.booking_id = b.id::text and c.status = 'complete'
    where b.instructor_id = $1 and (p.stripe_payment_intent_id is distinct from c.payment_intent_id
      or p.payment_status in ('pending', 'failed'))`,
  'paid in the books, not at the processor': `
    select b.id from bookings b join payments p on p.booking_id = b.id where b.instructor_id = $1 and p.paid_at is not null
      and not exists (select from local_vendor.checkouts c where c.payment_intent_id = p.stripe_payment_intent_id)`,
  'charged for a time that went to others, and not given back': `
    select b.id from bookings b join payments p on p.booking_id = b.id where b.instructor_id = $1 and p.paid_at is not null
      and b.status = 'cancelled' and b.cancel_reason not in ('student') and p.refunded_cents <> p.amount_cents`,
  'refunds of the books are not those of the processor': `
    select b.id from bookings b join payments p on p.booking_id = b.id where b.instructor_id = $1 and p.refunded_cents <>
      (select coalesce(sum(r.amount_cents), 0) from local_vendor.refunds r where r.payment_intent_id = p.stripe_payment_intent_id
        and r.state not in ('failed', 'canceled'))`,
  'payment and booking disagree': `
    select b.id from bookings b join payments p on p.booking_id = b.id
    where b.instructor_id = $1 and b.payment_status <> p.payment_status`,
  'a payment is waited for without a hold': `
    select b.id from bookings b join payments p on p.booking_id = b.id
    where b.instructor_id = $1 and b.status <> 'pending' and p.payment_status = 'pending'`,
  'a checkout is open without a hold': `
    select b.id from bookings b join payments p on p.booking_id = b.id join local_vendor.checkouts c on c.id = p.stripe_session_id
    where b.instructor_id = $1 and b.status <> 'pending' and c.status = 'open'`,
  'the books do not balance': `
    select t.booking_id from ledger_transactions t join bookings b on b.id = t.booking_id
      join ledger_lines l on l.transaction_id = t.id where b.instructor_id = $1
    group by t.id having sum(l.amount_cents) <> 0`,
  'cash in the books is not what the processor has': `
    select b.id from bookings b join payments p on p.booking_id = b.id where b.instructor_id = $1 and
      (select coalesce(sum(l.amount_cents), 0) from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
        where t.booking_id = b.id and l.account = 'processor_cash')
      <> (case when p.paid_at is null then 0 else p.amount_cents end)
        - (select coalesce(sum(r.amount_cents), 0) from local_vendor.refunds r where r.payment_intent_id = p.stripe_payment_intent_id
        and r.state not in ('failed', 'canceled'))
        - ${sent}`,
  'something is still owed': `
    select b.id from bookings b join ledger_transactions t on t.booking_id = b.id join ledger_lines l on l.transaction_id = t.id
    where b.instructor_id = $1 and l.account in ('coach_held', 'refunds_due')
    group by b.id, l.account having sum(l.amount_cents) <> 0`,
  'the coach was not paid nine tenths of what stayed paid, and what the platform promised': `
    select id from (
      select b.id, p.amount_cents - p.refunded_cents as kept, p.amount_cents as paid, ${sent} as sent,
        case p.discount_funded_by when 'platform' then p.discount_cents else 0 end as gift
      from bookings b join payments p on p.booking_id = b.id where b.instructor_id = $1 and p.paid_at is not null) m
    where sent <> case when gift = 0 then kept - floor(kept / 10.0 + 0.5)
      else floor((paid + gift - floor((paid + gift) / 10.0 + 0.5)) * kept / paid::numeric + 0.5) end`,
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
}

interface Mail {
  template: string
  n: number
}

/** Every rule that does not hold for a coach's bookings, in words. */
export async function findBrokenRules(
  pool: Pool,
  coachId: string,
  lessons: readonly Remembered[],
): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, statement] of Object.entries(rules)) {
    const { rows } = await pool.query<{ id: string }>(statement, [coachId])
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  for (const lesson of lessons) broken.push(...(await findWrongMails(pool, lesson)))
  return broken
}

/** Emails tell what happened, each as often as it happened. */
async function findWrongMails(pool: Pool, lesson: Remembered): Promise<string[]> {
  const { rows: mails } = await pool.query<Mail>(
    `select data ->> 'template' as template, count(*)::int as n from pgboss.job
     where name = 'send-templated-email' and data ->> 'key' like '%' || $1 || '%' group by 1`,
    [lesson.id],
  )
  const { rows: states } = await pool.query<{
    reason: string | null
    stood: boolean
    no_show: boolean
    own_moves: number
  }>(
    `select b.cancel_reason as reason, (b.status = 'completed' or b.cancel_reason in ('student', 'coach', 'admin')) as stood,
       b.no_show, (select count(*)::int from lesson_moves m where m.booking_id = b.id and m.moved_as = 'coach') as own_moves
     from bookings b where b.id = $1`,
    [lesson.id],
  )
  const [state] = states
  if (!state) return [`a booking is gone: ${lesson.id}`]
  const byPerson = state.reason !== null && ['student', 'coach', 'admin'].includes(state.reason)
  const expected: Record<string, number> = {
    'booking-confirmed-student': state.stood ? 1 : 0,
    'booking-confirmed-coach': state.stood ? 1 : 0,
    'booking-cancelled-student': byPerson ? 1 : 0,
    // A coach is not written to about what she did herself.
    'booking-cancelled-coach': byPerson && state.reason !== 'coach' ? 1 : 0,
    'booking-rescheduled-student': lesson.moves,
    'booking-rescheduled-coach': lesson.moves - state.own_moves,
    'lesson-no-show-student': state.no_show ? 1 : 0,
  }
  return Object.entries(expected).flatMap(([template, n]) => {
    const sent = mails.find((mail) => mail.template === template)?.n ?? 0
    return sent === n ? [] : [`${sent} emails ${template} instead of ${n}`]
  })
}
