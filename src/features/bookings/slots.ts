import { type SQL, sql } from 'drizzle-orm'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import type { DiscountFunder } from '#features/ledger/ledger.ts'
import type { PriceLine } from '#features/payments/schema.ts'
import {
  constraintOf,
  type Database,
  executePrepared,
  inTransaction,
  type Queryable,
  type Transaction,
} from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import type { CancelReason, LessonType } from './booking.ts'
import { addressOf, type Offer } from './offer.ts'

/** Holds one student may have open at once, so that nobody can empty a coach's calendar without paying. */
const OPEN_HOLDS_PER_STUDENT = 3

/** The same for an account whose email is not confirmed and that never paid: choosing another time releases the first. */
const OPEN_HOLDS_UNPROVEN = 1

/**
 * The gate every lesson goes through to take, change or leave a time of a coach. Whoever takes a slot waits for the coach's
 * one schedule row, so that many who want the same slot take turns; the constraints of `bookings` are the last guard
 * (decision 0002). Nothing else inserts a booking, locks a schedule, clears holds that ran out or cancels a booking.
 */

// Raw, all of it: one statement locks, clears, counts, inserts and writes the payment, prepared by name; the rest shares its parts.

/**
 * `slot_gone`: the coach's rules changed since the offer was read. `slot_taken`: somebody else has the time.
 * `coach_unavailable`, `student_unavailable`: that account is suspended or closed.
 */
export type SlotRefusal = 'slot_gone' | 'slot_taken' | 'coach_unavailable' | 'student_unavailable'

interface NewLesson {
  /** The offer the lesson was chosen from: rules, place, and the version that must still hold. */
  offer: Offer
  studentId: string
  /** Milliseconds since 1970, UTC. */
  start: number
  durationMinutes: number
  /** What the lesson costs, after any discount. */
  priceCents: Cents
  title: string
  lessonType?: LessonType
  /** The terms agreed upon; the coach's present ones when left out. */
  cancellationPolicy?: CancellationPolicy
  idempotencyKey: string | undefined
  /** The coach entered it, not the student. */
  enteredByCoach?: boolean
}

/** A lesson that waits for its payment. One the coach entered is no time the student chose to hold, and never one too many. */
export interface HeldLesson extends NewLesson {
  /** Milliseconds since 1970, UTC. */
  heldUntil: number
  /** It was offered to the student: no lesson of theirs until they begin to pay. */
  isOffered?: boolean
  discount?: { amountCents: Cents; fundedBy: DiscountFunder } | null
  /** What makes the price of the list price. Kept with the payment, for its receipt. */
  priceLines?: PriceLine[]
  /** The accepted proposal it comes from, and the version of it that was accepted. */
  proposal?: { id: string; version: number } | null
}

/** A lesson that stands at once: drawn from a package, a demo booking that no money moves for, or paid outside of the product. */
export interface PaidLesson extends NewLesson {
  paidBy: { packageId: string } | 'demo' | 'elsewhere'
}

type Taken = { ok: true; bookingId: string }

/**
 * Takes a slot and writes the lesson with its payment, in one statement: lock the schedule if it still has the version of the
 * offer, clear holds that ran out, insert unless the time is occupied. To be called within `inSlotTransaction`.
 * @param now milliseconds since 1970, UTC
 */
export async function takeSlot(
  tx: Queryable,
  lesson: PaidLesson,
  now: number,
): Promise<Taken | Refused<SlotRefusal>>
export async function takeSlot(
  tx: Queryable,
  lesson: HeldLesson,
  now: number,
): Promise<Taken | Refused<SlotRefusal | 'too_many_holds'>>
export async function takeSlot(tx: Queryable, lesson: PaidLesson | HeldLesson, now: number) {
  const { offer, studentId } = lesson
  // A coach who is suspended after the offer was read has another version of the schedule.
  if (!offer.mayTeach) return refused('coach_unavailable')
  const hold = 'heldUntil' in lesson ? lesson : null
  const paidBy = 'paidBy' in lesson ? lesson.paidBy : null
  const packageId = typeof paidBy === 'object' ? (paidBy?.packageId ?? null) : null
  const enteredByCoach = lesson.enteredByCoach ?? false
  // Of a lesson from a package nothing is charged: the package's own payment was. What is paid elsewhere never was ours.
  const isCharged = packageId === null && paidBy !== 'elsewhere'
  const start = new Date(lesson.start)
  const statement = sql`
    with ${scheduleTurn(offer.instructorId, offer.version, now)}, open_holds as materialized (
      -- Counted among the student's own bookings: with the status as a condition PostgreSQL, which expects next to no
      -- pending rows, walks over the open holds of everybody.
      select not ${hold !== null && !enteredByCoach}::boolean
        or count(*) filter (where status = 'pending' and hold_expires_at > ${new Date(now)} and not entered_by_coach)
        < case when ${isProven(studentId)} then ${OPEN_HOLDS_PER_STUDENT}::integer else ${OPEN_HOLDS_UNPROVEN}::integer end as may_hold_more,
        (select is_open from profiles where id = ${studentId}::uuid) as may_book
      from bookings where student_id = ${studentId}
    ), taken as (
      insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, buffer_minutes, time_zone,
        price_amount, lesson_title, lesson_type, proposal_id, proposal_version, package_id, status, payment_status,
        hold_expires_at, teaching_location_id, location_name, location_address, idempotency_key, cancellation_policy,
        is_demo, is_demonstration, entered_by_coach, is_offered)
      select instructor_id, ${studentId}, ${start}, ${start}, ${lesson.durationMinutes}, ${offer.rules.bufferMinutes},
        ${offer.rules.zone}, ${(lesson.priceCents / 100).toFixed(2)}::numeric, ${lesson.title},
        ${lesson.lessonType ?? 'individual'}, ${hold?.proposal?.id ?? null}::uuid, ${hold?.proposal?.version ?? null}::integer,
        ${packageId}::uuid, ${hold ? 'pending' : 'confirmed'}, ${hold ? 'pending' : 'completed'},
        ${hold ? new Date(hold.heldUntil) : null}::timestamptz, ${offer.location.id}::uuid, ${offer.location.name},
        ${addressOf(offer.location)}, ${lesson.idempotencyKey ?? null},
        coalesce(${lesson.cancellationPolicy ?? null}::text,
          (select cancellation_policy from instructor_profiles where user_id = instructor_id)),
        ${paidBy === 'demo'}::boolean, ${paidBy === 'demo'}::boolean, ${enteredByCoach}::boolean,
        ${hold?.isOffered ?? false}::boolean
      from schedule, open_holds, (select count(*) from cleared) as freed_first where open_holds.may_hold_more and open_holds.may_book
      on conflict do nothing
      returning id, instructor_id, student_id
    ), paying as (
      insert into payments (booking_id, instructor_id, student_id, amount_cents, discount_cents, discount_funded_by,
        price_lines, proposal_id, payment_status, payment_method, paid_at)
      select id, instructor_id, student_id, ${isCharged ? lesson.priceCents : 0}, ${hold?.discount?.amountCents ?? 0},
        ${hold?.discount?.fundedBy ?? null}::text, ${JSON.stringify(hold?.priceLines ?? [])}::jsonb, ${hold?.proposal?.id ?? null}::uuid, ${hold ? 'pending' : 'completed'},
        ${packageId ? 'package' : typeof paidBy === 'string' ? paidBy : null}::text, ${hold || paidBy === 'elsewhere' ? null : new Date(now)}::timestamptz from taken
    )
    select exists (select 1 from schedule) as schedule_unchanged, (select may_hold_more from open_holds) as may_hold_more,
      (select may_book from open_holds) as may_book,
      (select id from taken) as booking_id`
  const result = await executePrepared<{
    schedule_unchanged: boolean
    may_hold_more: boolean
    may_book: boolean
    booking_id: string | null
  }>(tx, 'take-slot', statement)
  const row = result.rows[0]
  if (!row?.schedule_unchanged) return refused('slot_gone')
  if (!row.may_book) return refused('student_unavailable')
  if (!row.may_hold_more) return refused('too_many_holds')
  return row.booking_id ? { ok: true, bookingId: row.booking_id } : refused('slot_taken')
}

/** Where a lesson goes, and what that changes about its terms. */
export interface SlotMove {
  bookingId: string
  offer: Offer
  /** Milliseconds since 1970, UTC. */
  start: number
  refundCeilingPercent: number
  movedByCoach: boolean
}

/**
 * Moves a lesson to another time, in one statement and under the same conditions as `takeSlot`. To be called within
 * `inSlotTransaction`.
 * @param now milliseconds since 1970, UTC
 */
export async function moveSlot(
  tx: Queryable,
  { bookingId, offer, ...to }: SlotMove,
  now: number,
): Promise<{ ok: true } | Refused<SlotRefusal>> {
  if (!offer.mayTeach) return refused('coach_unavailable')
  const statement = sql`
    with ${scheduleTurn(offer.instructorId, offer.version, now)}, moved as (
      update bookings set lesson_date = ${new Date(to.start)}, buffer_minutes = ${offer.rules.bufferMinutes},
        time_zone = ${offer.rules.zone}, teaching_location_id = ${offer.location.id}::uuid,
        location_name = ${offer.location.name}, location_address = ${addressOf(offer.location)},
        refund_ceiling_percent = ${to.refundCeilingPercent}, moved_by_coach = ${to.movedByCoach},
        change_number = change_number + 1
      from schedule, (select count(*) from cleared) as freed_first where bookings.id = ${bookingId}::uuid
    )
    select 1 from schedule`
  const result = await executePrepared(tx, 'move-slot', statement)
  return result.rows.length > 0 ? { ok: true } : refused('slot_gone')
}

/**
 * Gives a slot back to a hold that ended before its payment came, if the time is still free. Another version of the coach's
 * rules does not matter here. When the slot is lost, nothing of this stays, nor of what `mayStand` wrote.
 * @param now milliseconds since 1970, UTC
 * @param mayStand asked while everybody else waits; the slot is not taken when it says no
 * @returns whether the lesson is confirmed
 */
export async function regainSlot(
  tx: Queryable,
  lesson: { bookingId: string; instructorId: string },
  now: number,
  mayStand: () => Promise<boolean>,
): Promise<boolean> {
  await tx.execute(sql`savepoint regain`)
  try {
    await tx.execute(sql`with ${scheduleTurn(lesson.instructorId, null, now)} select 1 from schedule`)
    if (await mayStand()) {
      const won = await tx.execute(sql`
        update bookings set status = 'confirmed', payment_status = 'completed', cancelled_at = null, cancel_reason = null,
          hold_expires_at = null
        where id = ${lesson.bookingId} and status = 'cancelled'
          and cancel_reason in ('hold_expired', 'payment_failed', 'abandoned') returning id`)
      if (won.rows.length > 0) {
        await tx.execute(sql`release savepoint regain`)
        return true
      }
    }
  } catch (error) {
    if (!isSlotConflict(error)) throw error
  }
  await tx.execute(sql`rollback to savepoint regain`)
  return false
}

/** How a booking leaves its slot. */
export interface Release {
  /** A hold, or a lesson that stood. */
  from: 'pending' | 'confirmed'
  reason: CancelReason
  /** Milliseconds since 1970, UTC. */
  at: number
  message?: string | null
  /** What becomes of the payment that was waited for. */
  payment: 'failed' | 'kept'
}

/** Cancels a booking, which frees its slot at once. @returns false when it no longer was in the status it is to leave */
export async function releaseSlot(
  db: Queryable,
  bookingId: string,
  { from, reason, at, message, payment }: Release,
): Promise<boolean> {
  const fails = payment === 'failed'
  const released = await db.execute(sql`
    with released as (
      update bookings set status = 'cancelled', cancelled_at = ${new Date(at)}, cancel_reason = ${reason},
        cancel_message = ${message || null}, change_number = change_number + ${from === 'confirmed' ? 1 : 0},
        payment_status = case when ${fails}::boolean then 'failed' else payment_status end
      where id = ${bookingId} and status = ${from} returning id
    ), failed as (
      update payments set payment_status = 'failed', updated_at = current_instant()
      where booking_id in (select id from released) and ${fails}::boolean
    )
    select id from released`)
  return released.rows.length > 0
}

/**
 * Ends the holds of a coach or a student before they run out.
 * @param at milliseconds since 1970, UTC
 * @returns the bookings that were held; their checkouts are still open at the processor
 */
export async function releaseHoldsOf(tx: Queryable, userId: string, at: number): Promise<string[]> {
  const found = await tx.execute<{ id: string }>(sql`
    select id from bookings where status = 'pending'
      and (instructor_id = ${userId}::uuid or student_id = ${userId}::uuid) order by id`)
  const released: string[] = []
  const release: Release = { from: 'pending', reason: 'hold_expired', at, payment: 'failed' }
  for (const { id } of found.rows) if (await releaseSlot(tx, id, release)) released.push(id)
  return released
}

/**
 * Whether a lesson may be confirmed: its coach may teach and its student may book. To be asked in a statement of its own, after
 * the booking is locked, so that a suspension that ended meanwhile is seen.
 */
export async function mayTakePlace(tx: Queryable, bookingId: string): Promise<boolean> {
  const found = await tx.execute(sql`
    select from bookings b join instructor_profiles c on c.user_id = b.instructor_id join profiles s on s.id = b.student_id
    where b.id = ${bookingId} and c.may_teach and s.is_open`)
  return found.rows.length > 0
}

/** A transaction that takes or moves a slot. What the database refuses because somebody was faster is `slot_taken`. */
export async function inSlotTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | Refused<'slot_taken'>> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    if (isSlotConflict(error)) return refused('slot_taken')
    throw error
  }
}

/**
 * Another lesson at that time or too far away to drive to, the same idempotency key or proposal in another booking, or two who waited for each other:
 * each says that somebody was faster.
 */
export function isSlotConflict(error: unknown): boolean {
  const conflict = constraintOf(error)
  switch (conflict?.kind) {
    case 'deadlock':
    case 'serialization':
      return true
    case 'exclusion':
    case 'unique':
      return slotConstraints.includes(conflict.constraint ?? '')
    default:
      return false
  }
}

const slotConstraints = [
  'no_overlapping_lessons_of_a_coach',
  'time_to_drive_between_lessons',
  'one_booking_an_idempotency_key',
  'a_proposal_is_booked_once',
]

/**
 * Locks all of a coach's bookings at a place before the schedule. Cancelling and paying lock a booking first and the schedule second;
 * a command that locks the schedule and then changes these bookings must take the locks in the same order.
 * @returns how many there are
 */
export async function lockBookingsAt(tx: Queryable, coachId: string, placeId: string): Promise<number> {
  const found = await tx.execute(sql`
    select from bookings where instructor_id = ${coachId}::uuid and teaching_location_id = ${placeId}::uuid
    order by lesson_date, id for no key update`)
  return found.rows.length
}

/** Whether a student confirmed the email or paid for a lesson before: anybody can make accounts that did neither. */
export const isProven = (studentId: string) => sql`(
  exists (select from profiles where id = ${studentId}::uuid and email_verified)
  or exists (select from payments where student_id = ${studentId}::uuid and paid_at is not null))`

/**
 * The coach's schedule, locked, and the holds that ran out, cleared. The job that ends each hold closes its checkout.
 * @param version null where any will do
 */
const scheduleTurn = (instructorId: string, version: number | null, now: number): SQL => sql`
  schedule as materialized (
    select instructor_id from instructor_schedules
    where instructor_id = ${instructorId}::uuid and (${version}::bigint is null or version = ${version}::bigint)
    for no key update
  ), cleared as (
    update bookings set status = 'cancelled', cancelled_at = ${new Date(now)}, cancel_reason = 'hold_expired',
      payment_status = 'failed'
    where instructor_id = (select instructor_id from schedule) and status = 'pending' and hold_expires_at <= ${new Date(now)}
    returning id
  ), unpaid as (
    update payments set payment_status = 'failed', updated_at = current_instant()
    where booking_id in (select id from cleared)
  )`
