import type { Pool } from 'pg'
import type { MessageJob } from '#features/notifications/jobs.ts'
import { DAY } from '#platform/duration.ts'

/**
 * Computes what emails must say, deliberately in another way than the product: from the tables and the processor's records, with the
 * standard cancellation terms, and with Intl for dates.
 */

const ZONE = 'America/New_York'

/** The facts about an email's lesson. Instants in milliseconds since 1970, UTC. */
export interface Facts {
  bookingId: string
  /** The expected recipient. */
  reader: string
  state: string
  start: number
  end: number
  ceiling: number
  movedByCoach: boolean
  /** The amount charged by the processor. */
  paidCents: number
  /** Student and coach settle the payment between themselves. */
  isPaidElsewhere: boolean
  /** The coach's share at payment; below, the share after refunds, whether or not it has been sent. */
  shareOfPaymentCents: number
  shareCents: number
  /** The refund requested for the cancellation. */
  cancelRefundCents: number
  reason: string | null
  /** The start before the last move. */
  movedFrom: number | null
  movedAs: string | null
  payout: { cents: number; isSent: boolean; sentAt: number | null } | null
  isTrue(now: number): boolean
}

interface Row {
  student: string
  coach: string
  status: string
  payment_status: string
  reason: string | null
  no_show: boolean
  start: string
  finish: string
  ceiling: number
  moved_by_coach: boolean
  change_number: number
  paid: string
  paid_elsewhere: boolean
  share: string
  share_of_payment: string
  cancel_refund: string
  moved_from: string | null
  moved_as: string | null
  reviewed: boolean
  problem: boolean
  again: boolean
  payout_status: string | null
  payout_cents: string | null
  payout_back: string
  payout_at: string | null
}

/**
 * Reads the current facts; null if there is no such lesson. Several moves may have the same instant on the model's clock, even to a time
 * and back, so the transaction id determines the last one.
 */
export async function factsOf(pool: Pool, coachId: string, job: MessageJob): Promise<Facts | null> {
  const { about } = job
  if (about?.what !== 'lesson' && about?.what !== 'payout') return null
  const id =
    about.what === 'lesson'
      ? String(about.bookingId)
      : (
          await pool.query<{ id: string }>('select booking_id as id from payouts where id = $1', [
            about.payoutId,
          ])
        ).rows[0]?.id
  const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::text`
  // The clock does not move within a step. Of two moves at once, the later one may have the earlier transaction.
  const latestMove = 'm.moved_at desc, m.to_start = b.lesson_date desc, m.xmin::text::bigint desc'
  const { rows } = await pool.query<Row>(
    `select s.email as student, c.email as coach, b.status, b.payment_status, b.cancel_reason as reason, b.no_show,
       ${ms('b.lesson_date')} as start, ${ms('b.lesson_end')} as finish, b.refund_ceiling_percent as ceiling,
       b.moved_by_coach, b.change_number,
       coalesce((select o.amount_cents from local_vendor.checkouts o
         where o.booking_id = b.id::text and o.status = 'complete'), 0)::text as paid,
       exists (select from payments p where p.booking_id = b.id and p.payment_method = 'elsewhere') as paid_elsewhere,
       coalesce((select -sum(l.amount_cents) from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
         where t.booking_id = b.id and l.account = 'coach_held' and t.kind in ('paid', 'refund_due')), 0)::text as share,
       coalesce((select -sum(l.amount_cents) from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
         where t.booking_id = b.id and l.account = 'coach_held' and t.kind = 'paid'), 0)::text as share_of_payment,
       coalesce((select sum(r.amount_cents) from payment_refunds r
         where r.business_key = 'cancelled:' || b.id), 0)::text as cancel_refund,
       (select ${ms('m.from_start')} from lesson_moves m where m.booking_id = b.id order by ${latestMove} limit 1) as moved_from,
       (select m.moved_as from lesson_moves m where m.booking_id = b.id order by ${latestMove} limit 1) as moved_as,
       exists (select from lesson_reviews r where r.booking_id = b.id) as reviewed,
       exists (select from payment_disputes d where d.booking_id = b.id and d.status in ('pending', 'investigating')) as problem,
       exists (select from bookings o where o.student_id = b.student_id and o.instructor_id = b.instructor_id and o.id <> b.id
         and o.created_at > b.created_at and o.status in ('pending', 'confirmed')) as again,
       o.status as payout_status, o.amount_cents::text as payout_cents, ${ms('o.sent_at')} as payout_at,
       coalesce((select sum(v.amount_cents) from payout_reversals v where v.payout_id = o.id), 0)::text as payout_back
     from bookings b join profiles s on s.id = b.student_id join profiles c on c.id = b.instructor_id
     left join payouts o on o.booking_id = b.id
     where b.id = $1 and b.instructor_id = $2`,
    [id, coachId],
  )
  const row = rows[0]
  if (!row || !id) return null
  const [start, end] = [Math.round(Number(row.start)), Math.round(Number(row.finish))]
  const isPaid = row.payment_status !== 'pending' && row.payment_status !== 'failed'
  const isMoved =
    about.what === 'lesson' && (row.change_number !== about.changeNumber || start !== about.start)
  const holds = (now: number): boolean => {
    switch (job.kind) {
      case 'lesson_booked':
        return row.status !== 'cancelled' && now < start
      case 'lesson_changed':
        return row.status !== 'cancelled' && !isMoved && now < start
      case 'lesson_cancelled':
        return row.status === 'cancelled'
      case 'lesson_in_question':
        return row.status === 'confirmed' && now < start
      case 'hold_expired':
        return (
          row.status === 'cancelled' &&
          !isPaid &&
          !row.again &&
          now < start &&
          now <= (job.writtenAt ?? now) + DAY
        )
      case 'lesson_reminder':
        return row.status === 'confirmed' && !isMoved && now < start
      case 'no_show':
        return row.no_show && now <= end + 14 * DAY
      case 'review_request':
        return row.status === 'completed' && !row.no_show && !row.reviewed && now <= end + 60 * DAY
      case 'dispute':
        return row.problem
      case 'payout':
        return row.payout_status === 'sent' && Number(row.payout_cents) > Number(row.payout_back)
      default:
        return true
    }
  }
  return {
    bookingId: id,
    reader: job.template.endsWith('-coach') ? row.coach : row.student,
    state: `${row.status}, ${row.payment_status}, begins ${new Date(start).toISOString()}`,
    start,
    end,
    ceiling: row.ceiling,
    movedByCoach: row.moved_by_coach,
    paidCents: Number(row.paid),
    isPaidElsewhere: row.paid_elsewhere,
    shareOfPaymentCents: Number(row.share_of_payment),
    shareCents: Number(row.share),
    cancelRefundCents: Number(row.cancel_refund),
    reason: row.reason,
    movedFrom: row.moved_from === null ? null : Math.round(Number(row.moved_from)),
    movedAs: row.moved_as,
    payout:
      row.payout_cents === null
        ? null
        : {
            cents: Number(row.payout_cents),
            isSent: row.payout_status === 'sent',
            sentAt: row.payout_at === null ? null : Math.round(Number(row.payout_at)),
          },
    isTrue: holds,
  }
}

/**
 * The phrases that an email must contain.
 * @param facts at the time of sending; `written` are the facts at `writtenAt`, null if unknown
 */
export function wordsOf(
  template: string,
  { now, writtenAt, facts, written }: { now: number; writtenAt: number; facts: Facts; written: Facts | null },
): string[] {
  const words = [
    `Booking number: GS-${facts.bookingId.replaceAll('-', '').slice(0, 8).toUpperCase()}`,
    `When: ${whenIs(facts)}`,
  ]
  const was = written
  switch (template) {
    case 'booking-confirmed-student':
      return [
        ...words,
        `We received your payment of ${dollars(facts.paidCents)}.`,
        `Paid: ${dollars(facts.paidCents)}`,
        ...terms(facts, now),
      ]
    case 'booking-confirmed-coach':
      return [
        ...words,
        `Your share: ${dollars(facts.shareOfPaymentCents)} (the student paid ${dollars(facts.paidCents)})`,
      ]
    case 'booking-cancelled-student':
      return [...words, ...cancelled(facts, was, writtenAt)]
    case 'booking-cancelled-coach':
      return [
        ...words,
        ...(was
          ? [
              was.shareCents > 0
                ? `Your share of what was not refunded is ${dollars(was.shareCents)}. We send it on ${dayIs(Math.max(writtenAt, facts.end) + DAY)}.`
                : 'there is no share for this lesson',
            ]
          : []),
      ]
    case 'booking-rescheduled-student':
    case 'booking-rescheduled-coach':
      return [
        ...words,
        ...(facts.movedFrom === null
          ? []
          : [
              `It was: ${whenIs({ start: facts.movedFrom, end: facts.movedFrom + facts.end - facts.start })}`,
            ]),
        ...(template.endsWith('student') ? terms(facts, now) : []),
      ]
    case 'booking-refunded-student':
      return [...words, `Paid: ${dollars(facts.paidCents)}`, `there by ${dayIs(writtenAt + 10 * DAY)}.`]
    case 'lesson-reminder-student':
      return [...words, ...terms(facts, now)]
    case 'lesson-no-show-student':
      return [
        ...words,
        facts.isPaidElsewhere
          ? 'What was paid directly is between the two of you.'
          : `The ${dollars(facts.paidCents)} you paid is not refunded for a missed lesson.`,
        `report a problem by ${momentIs(facts.end + 14 * DAY)}.`,
      ]
    case 'review-request-student':
      return [
        ...words,
        ...(was && facts.end + 14 * DAY > now ? [`or on ${dayIs(facts.end + 14 * DAY)}.`] : []),
      ]
    case 'problem-reported-coach':
      return [
        ...words,
        ...(was && !was.payout?.isSent && was.shareCents > 0
          ? [`Your share of ${dollars(was.shareCents)} is held until this is settled.`]
          : []),
        ...(was?.payout?.isSent && was.payout.sentAt !== null
          ? [`was sent on ${dayIs(was.payout.sentAt)}.`]
          : []),
      ]
    case 'payout-sent-coach':
      return [...words, `Your share: ${dollars(facts.payout?.cents ?? -1)}`]
    default:
      return words
  }
}

function cancelled(facts: Facts, was: Facts | null, writtenAt: number): string[] {
  const by = { student: 'you cancelled', coach: 'cancelled your lesson', admin: 'we cancelled' }[
    facts.reason ?? ''
  ]
  if (!was) return by ? [by] : []
  const { cancelRefundCents: back, paidCents } = was
  if (back === 0) return by ? [by] : []
  return [
    ...(by ? [by] : []),
    `It should be there by ${dayIs(writtenAt + 10 * DAY)}.`,
    back === paidCents
      ? `We refund all of the ${dollars(paidCents)} you paid`
      : `We refund ${dollars(back)} of the ${dollars(paidCents)}`,
  ]
}

/** The standard terms: a full refund until two days before the lesson, half until one day before. */
function terms({ start, ceiling, movedByCoach }: Facts, now: number): string[] {
  const full = movedByCoach ? start : ceiling === 100 ? start - 2 * DAY : 0
  const half = movedByCoach || ceiling < 50 ? 0 : start - DAY
  const parts = [
    ...(full >= now ? [`Free cancellation until ${momentIs(full)}`] : []),
    ...(half >= now ? [`50% refund until ${momentIs(half)}`] : []),
  ]
  return [
    `If you cancel: ${parts.length > 0 ? `${parts.join('. ')}; no refund after that.` : 'Nonrefundable'}`,
  ]
}

const format = (instant: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: ZONE, ...options }).format(instant).replaceAll('\u202f', ' ')

const clockIs = (instant: number) => format(instant, { hour: 'numeric', minute: '2-digit' })
const zoneIs = (instant: number) =>
  format(instant, { hour: 'numeric', timeZoneName: 'short' }).split(' ').at(-1) ?? ''
const dayIs = (instant: number) => format(instant, { weekday: 'short', month: 'short', day: 'numeric' })
const momentIs = (instant: number) => `${dayIs(instant)}, ${clockIs(instant)} ${zoneIs(instant)}`

/** `Thursday, November 26, 2026, 9:30 – 10:30 AM EST` */
function whenIs({ start, end }: Pick<Facts, 'start' | 'end'>): string {
  const day = format(start, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
  const [from, to] = [clockIs(start), clockIs(end)]
  const range = from.slice(-2) === to.slice(-2) ? `${from.slice(0, -3)} – ${to}` : `${from} – ${to}`
  return `${day}, ${range} ${zoneIs(start)}`
}

/** `$85`, `$42.50` */
const dollars = (cents: number) =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: cents % 100 ? 2 : 0, maximumFractionDigits: 2 })}`
