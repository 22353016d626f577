import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { bookings } from '#features/bookings/tables.ts'
import { sendRefundsAgain, settleRefundsByHand } from '#features/checkout/returned-refunds.ts'
import { moneyOfRefund } from '#features/checkout/sale-rules.ts'
import { manyDiscountsByStudent } from '#features/discounts/many-discounts.ts'
import { paymentFindings as findings, payments } from '#features/payments/tables.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminList } from '#ports/services.ts'

const nameOf = (id: SQL) => sql`(select p.full_name from profiles p where p.id = ${id})`

const paymentStatusLabels = {
  pending: 'Pending',
  completed: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
  partially_refunded: 'Partly refunded',
} as const

/** Every payment, the newest first. */
export const paymentList: AdminList = {
  name: 'payments',
  noun: ['payment', 'payments'],
  from: sql`${payments} left join ${bookings} on ${bookings.id} = ${payments.bookingId}`,
  id: sql`${payments.id}`,
  idKind: 'uuid',
  columns: {
    createdAt: {
      label: 'Started',
      kind: 'instant',
      value: sql`${payments.createdAt}`,
      sort: true,
      filter: true,
    },
    status: {
      label: 'Status',
      kind: 'choice',
      value: sql`${payments.paymentStatus}`,
      options: Object.entries(paymentStatusLabels).map(([value, label]) => ({ value, label })),
      filter: true,
    },
    student: { label: 'Student', kind: 'text', value: nameOf(sql`${payments.studentId}`) },
    coach: { label: 'Coach', kind: 'text', value: nameOf(sql`${payments.instructorId}`) },
    lesson: {
      label: 'Lesson or purchase',
      kind: 'text',
      value: sql`coalesce(${bookings.lessonTitle}, initcap(replace(${payments.kind}, '_', ' ')))`,
      minor: true,
    },
    kind: {
      label: 'For',
      kind: 'text',
      value: sql`initcap(replace(${payments.kind}, '_', ' '))`,
      fileOnly: true,
    },
    amount: { label: 'Amount', kind: 'money', value: sql`${payments.amountCents}`, filter: true },
    refunded: { label: 'Refunded', kind: 'money', value: sql`${payments.refundedCents}`, filter: true },
    discount: { label: 'Discount', kind: 'money', value: sql`${payments.discountCents}`, fileOnly: true },
    lessonDate: { label: 'Lesson on', kind: 'instant', value: sql`${bookings.lessonDate}`, fileOnly: true },
    method: { label: 'Paid with', kind: 'text', value: sql`${payments.paymentMethod}`, fileOnly: true },
    session: {
      label: 'Checkout',
      kind: 'text',
      value: sql`(select o.stripe_session_id from orders o where o.id = ${payments.orderId})`,
      fileOnly: true,
    },
    bookingId: { label: 'Booking', kind: 'text', value: sql`${payments.bookingId}`, hidden: true },
    paymentId: { label: 'Payment', kind: 'text', value: sql`${payments.id}`, hidden: true },
    coachId: { label: 'Coach', kind: 'text', value: sql`${payments.instructorId}`, hidden: true },
    zone: { label: 'Zone', kind: 'text', value: sql`${bookings.timeZone}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Email of either person, a checkout or an id',
    matches: (words) =>
      isUuid(words)
        ? sql`${payments.id} = ${words} or ${payments.bookingId} = ${words} or ${payments.studentId} = ${words} or ${payments.instructorId} = ${words}`
        : sql`${payments.orderId} = (select o.id from orders o where o.stripe_session_id = ${words})
          or ${payments.studentId} = (select p.id from profiles p where lower(p.email) = lower(${words}))
          or ${payments.instructorId} = (select p.id from profiles p where lower(p.email) = lower(${words}))`,
  },
}

/**
 * What a person must look at: what the processor's books do not have, refunds and payouts that do not go out, coaches whose account
 * cannot be paid, and students with many discounts.
 */
export const moneyFindingList: AdminList = {
  name: 'money-findings',
  noun: ['finding', 'findings'],
  from: sql`(
    select f.id, f.booking_id, f.payment_id, f.kind, f.first_seen_at as since, f.settled_at is not null as is_settled, p.amount_cents,
      coalesce(f.note, 'Paid in our books; the processor does not know it as paid.') as words, null::uuid as student_id,
      null::uuid as coach_id
    from payment_findings f join payments p on p.booking_id = f.booking_id or p.id = f.payment_id
    union all
    select r.id, r.booking_id, r.payment_id, case when r.attempts > 0 then 'refund_returned' else 'refund_stuck' end, r.requested_at, false,
      r.amount_cents, coalesce(r.last_error, 'Asked for more than an hour ago and not sent.')
        || case when r.status = 'failed' then ' It is not sent again by itself.'
             when r.retry_at is not null then ' It is sent again by itself.' else '' end, null, null
    from payment_refunds r where r.status = 'failed' or (r.status = 'requested'
      and (r.last_error is not null or r.requested_at < current_instant() - interval '1 hour'))
    union all
    select o.id, o.booking_id, o.payment_id, 'payout_stuck', o.due_at, false, o.amount_cents, o.last_error, null, null
    from payouts o where o.status in ('held', 'sending') and o.last_error is not null
    union all
    select o.id, o.booking_id, o.payment_id, 'payout_held', o.due_at, false, o.amount_cents,
      'The coach is suspended. It goes out by itself when the suspension is lifted.', null, null
    from payouts o join profiles c on c.id = o.instructor_id and c.suspended_at is not null
    where o.status = 'held' and o.last_error is null and o.due_at <= current_instant()
    union all
    select a.instructor_id, null, null, 'account_not_ready', a.updated_at, false, null,
      'The coach’s shares go out by themselves when the bank account is ready.', null, a.instructor_id
    from payout_accounts a where a.status <> 'active'
      and exists (select from payouts o where o.instructor_id = a.instructor_id and o.status in ('held', 'sending'))
    union all
    select many.student_id, null, null, 'many_discounts', many.newest, false, many.cents,
      many.discounts || ' discounts in 30 days.', many.student_id, null
    from (${manyDiscountsByStudent}) many
  ) found left join ${bookings} on ${bookings.id} = found.booking_id
    left join ${payments} on found.booking_id is null and ${payments.id} = found.payment_id`,
  id: sql`found.id`,
  idKind: 'uuid',
  columns: {
    since: { label: 'Since', kind: 'instant', value: sql`found.since`, sort: true, filter: true },
    kind: {
      label: 'What',
      kind: 'choice',
      value: sql`found.kind`,
      options: [
        { value: 'paid_only_here', label: 'Paid only in our books' },
        { value: 'refund_stuck', label: 'Refund not sent' },
        { value: 'refund_returned', label: 'Refund sent back by the bank' },
        { value: 'payout_stuck', label: 'Payout not sent' },
        { value: 'payout_held', label: 'Payout held: coach suspended' },
        { value: 'account_not_ready', label: 'Bank account not ready' },
        { value: 'many_discounts', label: 'Many discounts' },
      ],
      filter: true,
    },
    settled: { label: 'Settled', kind: 'yes-no', value: sql`found.is_settled`, filter: true },
    amount: { label: 'Amount', kind: 'money', value: sql`found.amount_cents` },
    words: { label: 'Why', kind: 'text', isLong: true, value: sql`found.words` },
    student: {
      label: 'Student',
      kind: 'text',
      value: nameOf(sql`coalesce(${bookings.studentId}, ${payments.studentId}, found.student_id)`),
    },
    coach: {
      label: 'Coach',
      kind: 'text',
      value: nameOf(sql`coalesce(${bookings.instructorId}, ${payments.instructorId}, found.coach_id)`),
    },
    personId: {
      label: 'Person',
      kind: 'text',
      value: sql`coalesce(found.student_id, found.coach_id)`,
      hidden: true,
    },
    bookingId: { label: 'Booking', kind: 'text', value: sql`${bookings.id}`, hidden: true },
    paymentId: { label: 'Payment', kind: 'text', value: sql`${payments.id}`, hidden: true },
    zone: { label: 'Zone', kind: 'text', value: sql`${bookings.timeZone}`, hidden: true },
  },
  sortedBy: '-since',
  acts: {
    settle: {
      label: 'Mark as settled',
      done: 'Marked as settled',
      confirm:
        'Refunds and payouts settle themselves when they go out; only findings of the comparison are marked.',
      needsReason: true,
      async run({ clock }, tx, ids, { actor, reason }) {
        const settled = await tx
          .update(findings)
          .set({ settledAt: clock.now(), settledBy: actor.userId, note: (reason ?? '').padEnd(3, '.') })
          .where(and(inArray(findings.id, ids), isNull(findings.settledAt)))
          .returning({ id: findings.id, bookingId: findings.bookingId, paymentId: findings.paymentId })
        return settled.map(({ id, bookingId, paymentId }) => ({
          id,
          ids: moneyOfRefund({ bookingId, paymentId: paymentId ?? '' }),
          after: { settled: true },
        }))
      },
    },
    'send-again': {
      label: 'Send refunds again',
      done: 'The refunds are being sent again',
      confirm:
        'Returned and unsent refunds are sent to the payment processor again now. Other refunds are not changed.',
      run: (services, tx, ids) => sendRefundsAgain(services, tx, ids),
    },
    'paid-by-hand': {
      label: 'Mark refunds as paid another way',
      done: 'Marked as paid another way',
      confirm:
        'For refunds that can’t go back to the card and that you have paid to the student yourself, by check or bank transfer. The books say so from now on; it can’t be undone.',
      needsReason: true,
      run: (services, tx, ids) => settleRefundsByHand(services, tx, ids),
    },
  },
}
