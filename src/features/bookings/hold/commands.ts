import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { constraintOf, executePrepared, inTransaction, type Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import { uuidFrom } from '#platform/ids.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import {
  type CancelReason,
  type LessonType,
  OPEN_HOLDS_PER_STUDENT,
  OPEN_HOLDS_UNPROVEN,
} from '../booking.ts'
import { keepDiscount } from '../discount/commands.ts'
import type { DiscountFunder, DiscountRefusal } from '../discount/discount.ts'
import { type DiscountAsker, findDiscount } from '../discount/queries.ts'
import type { DiscountWish } from '../discount/schema.ts'
import { expireHoldJob } from '../jobs.ts'
import type { Offer } from '../queries.ts'
import { isProven } from './queries.ts'

export interface HoldRequest {
  student: Actor
  offer: Offer
  /** Milliseconds since 1970, UTC; so is `expiresAt`. */
  start: number
  durationMinutes: number
  /** What is charged, after any discount. */
  priceCents: Cents
  title: string
  lessonType?: LessonType
  /** The accepted proposal it comes from, and the version of it that was accepted. */
  proposal?: { id: string; version: number } | null
  discount?: HeldDiscount | null
  idempotencyKey: string | undefined
  expiresAt: number
}

/** A discount that was quoted, and how to ask for it once more when the time is held. */
export interface HeldDiscount {
  amountCents: Cents
  fundedBy: DiscountFunder
  wish: DiscountWish
  asker: Omit<DiscountAsker, 'instructorId'>
}

type Hold = { ok: true; bookingId: string; priceCents: Cents; holdExpiresAt: number }

/**
 * Takes the slot, or says who was faster. One statement locks the coach's schedule row, checks that the rules the offer
 * was made from still hold, clears holds that ran out, and inserts booking and payment unless the slot is occupied.
 * Taking turns on the narrow row keeps one hot slot from becoming a storm of deadlocks on the exclusion constraint,
 * which stays the last guard.
 */
export async function holdSlot(
  services: Pick<Services, 'db' | 'jobs' | 'clock'>,
  request: HoldRequest,
): Promise<Hold | Refused<'slot_taken' | 'slot_gone' | 'too_many_holds' | DiscountRefusal>> {
  try {
    return await inTransaction(services.db, async (tx) => {
      const row = await insertHold(tx, request, services.clock.now())
      if (!row?.schedule_unchanged) return refused('slot_gone')
      if (!row.may_hold_more) return refused('too_many_holds')
      if (!row.booking_id) return refused('slot_taken')
      if (request.discount) await takeDiscount(tx, request, request.discount, row.booking_id)
      await services.jobs.send(
        tx,
        expireHoldJob,
        { bookingId: row.booking_id },
        { id: uuidFrom(`expire-hold:${row.booking_id}`), notBefore: request.expiresAt },
      )
      return {
        ok: true,
        bookingId: row.booking_id,
        priceCents: request.priceCents,
        holdExpiresAt: request.expiresAt,
      }
    })
  } catch (error) {
    if (error instanceof DiscountLost) return refused(error.reason)
    const conflict = constraintOf(error)
    if (conflict && ['exclusion', 'unique', 'deadlock', 'serialization'].includes(conflict.kind))
      return refused('slot_taken')
    throw error
  }
}

/** Somebody took the discount's last use since it was quoted: the hold is undone with it. */
class DiscountLost extends Error {
  readonly reason: DiscountRefusal
  constructor(reason: DiscountRefusal) {
    super(reason)
    this.reason = reason
  }
}

async function takeDiscount(tx: Queryable, request: HoldRequest, held: HeldDiscount, bookingId: string) {
  const asker = { ...held.asker, instructorId: request.offer.instructorId }
  const asked = await findDiscount(tx, held.wish, asker, { lock: true })
  if (!asked.ok) throw new DiscountLost(asked.reason)
  if (!asked.discount) return
  await keepDiscount(tx, { bookingId, studentId: request.student.userId }, asked.discount, held.amountCents)
}

async function insertHold(tx: Queryable, request: HoldRequest, nowMs: number) {
  const { offer, student } = request
  const start = new Date(request.start)
  const now = new Date(nowMs)
  const expiresAt = new Date(request.expiresAt)
  const statement = sql`
    with schedule as materialized (
      select instructor_id from instructor_schedules
      where instructor_id = ${offer.instructorId} and version = ${offer.version}
      for no key update
    ), cleared as (
      update bookings set status = 'cancelled', cancelled_at = ${now}, cancel_reason = 'hold_expired'
      where instructor_id = (select instructor_id from schedule) and status = 'pending' and hold_expires_at <= ${now}
      returning id
    ), open_holds as materialized (
      -- Counted among the student's own bookings: with the status as a condition PostgreSQL, which expects next to no
      -- pending rows, walks over the open holds of everybody.
      select count(*) filter (where status = 'pending' and hold_expires_at > ${now})
        < case when ${isProven(student.userId)} then ${OPEN_HOLDS_PER_STUDENT}::integer else ${OPEN_HOLDS_UNPROVEN}::integer end as may_hold_more
      from bookings where student_id = ${student.userId}
    ), held as (
      insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, buffer_minutes, time_zone, price_amount,
        lesson_title, lesson_type, proposal_id, proposal_version, status, payment_status, hold_expires_at, teaching_location_id, location_name, location_address,
        idempotency_key, cancellation_policy)
      select instructor_id, ${student.userId}, ${start}, ${start}, ${request.durationMinutes}, ${offer.rules.bufferMinutes}, ${offer.rules.zone},
        ${(request.priceCents / 100).toFixed(2)}::numeric, ${request.title}, ${request.lessonType ?? 'individual'}, ${request.proposal?.id ?? null}::uuid, ${request.proposal?.version ?? null}::integer, 'pending', 'pending', ${expiresAt},
        ${offer.location.id}::uuid, ${offer.location.name}, ${addressOf(offer.location)}, ${request.idempotencyKey ?? null},
        (select cancellation_policy from instructor_profiles where user_id = instructor_id)
      from schedule, open_holds, (select count(*) from cleared) as freed_first where open_holds.may_hold_more
      on conflict do nothing
      returning id, instructor_id, student_id
    ), paying as (
      insert into payments (booking_id, instructor_id, student_id, amount_cents, discount_cents, discount_funded_by, proposal_id)
      select id, instructor_id, student_id, ${request.priceCents}, ${request.discount?.amountCents ?? 0},
        ${request.discount?.fundedBy ?? null}, ${request.proposal?.id ?? null}::uuid from held
    )
    select exists (select 1 from schedule) as schedule_unchanged, (select may_hold_more from open_holds) as may_hold_more,
      (select id from held) as booking_id`
  const result = await executePrepared<{
    schedule_unchanged: boolean
    may_hold_more: boolean
    booking_id: string | null
  }>(tx, 'hold-slot', statement)
  return result.rows[0]
}

/** Street, city and state: the booking keeps an address that a map can find. Null when there is no place of its own. */
export function addressOf({ address, city, state }: Offer['location']): string | null {
  const town = [city, state].filter(Boolean).join(', ')
  return [address, town].filter(Boolean).join(', ') || null
}

/** Remembers where the student pays. */
export async function attachCheckout(
  db: Queryable,
  bookingId: string,
  checkout: { sessionId: string; url: string },
) {
  const statement = sql`
    update payments set stripe_session_id = ${checkout.sessionId}, checkout_url = ${checkout.url}, updated_at = current_instant()
    where booking_id = ${bookingId}`
  await executePrepared(db, 'attach-checkout', statement)
}

/** Frees the slot of a booking that is still only held. @returns false when it no longer was */
export async function releaseHold(db: Queryable, bookingId: string, reason: CancelReason): Promise<boolean> {
  const result = await db.execute(sql`
    update bookings set status = 'cancelled', cancelled_at = current_instant(), cancel_reason = ${reason}, payment_status = 'failed'
    where id = ${bookingId} and status = 'pending' returning id`)
  if (result.rows.length === 0) return false
  await db.execute(
    sql`update payments set payment_status = 'failed', updated_at = current_instant() where booking_id = ${bookingId}`,
  )
  return true
}
