import { type SQL, sql } from 'drizzle-orm'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { placeAddress } from '#features/coaches/place-address.ts'
import type { DiscountFunder } from '#features/ledger/ledger.ts'
import type { PriceLine } from '#features/payments/schema.ts'
import {
  type Database,
  executePrepared,
  inTransaction,
  type Queryable,
  type Transaction,
} from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import type { CancelReason, LessonType } from './booking.ts'
import type { SeatDate } from './lesson-times.ts'
import type { Offer } from './offer.ts'
import { type PaidBy, readPaidBy } from './paid-by.ts'
import { isSlotConflict } from './slot-conflict.ts'

/** Maximum open holds per student, to keep a student from blocking a coach's calendar without paying. */
const OPEN_HOLDS_PER_STUDENT = 3

/**
 * The limit for an account without a confirmed email or a previous payment: choosing another time releases
 * the first.
 */
const OPEN_HOLDS_UNPROVEN = 1

/**
 * The only module that takes, changes or releases a coach's slots. It locks the coach's single schedule row,
 * so that concurrent requests for the same slot are serialized; the constraints of `occupancies`, whose rows the
 * database writes with each booking, are the last guard (decisions 0002 and 0123). No other module inserts bookings,
 * clears expired holds or cancels bookings. Changes of a coach's rules lock the same row
 * (`availability/own-hours/commands.ts`).
 */

// Raw, the whole file: one statement locks, clears, counts, inserts and writes the payment, prepared by name;
// the others share its parts.

/**
 * `slot_gone`: the coach's rules changed since the offer was read. `slot_taken`: another booking has the
 * time. `coach_unavailable`, `student_unavailable`: that account is suspended or closed.
 */
export type SlotRefusal = 'slot_gone' | 'slot_taken' | 'coach_unavailable' | 'student_unavailable'

interface NewLesson {
  /**
   * The offer the lesson was chosen from: rules, place, and the schedule version that must still be current.
   */
  offer: Offer
  studentId: string
  /** Who plays, one of the student's golfers (`checkGolfer`); null or omitted when the student plays. */
  golferId?: string | null | undefined
  /** Milliseconds since 1970, UTC. */
  start: number
  durationMinutes: number
  /** The price of the lesson, after any discount. */
  priceCents: Cents
  title: string
  lessonType?: LessonType
  /** The agreed cancellation terms; the coach's current ones when omitted. */
  cancellationPolicy?: CancellationPolicy
  idempotencyKey: string | undefined
  /** The coach entered the lesson, not the student. */
  enteredByCoach?: boolean
}

/**
 * A lesson that waits for its payment. One entered by the coach does not count toward the student's limit of
 * holds.
 */
export interface LessonToHold extends NewLesson {
  /** Milliseconds since 1970, UTC. */
  heldUntil: number
  /** The lesson was offered to the student, and is not listed among their lessons until they start to pay. */
  isOffered?: boolean
  discount?: { amountCents: Cents; fundedBy: DiscountFunder } | null
  /** The items between list price and price. Stored with the payment for its receipt. */
  priceLines?: PriceLine[]
  /** The accepted proposal the lesson comes from, and its accepted version. */
  proposal?: { id: string; version: number } | null
  /**
   * The order of other lessons that this one is paid with; a new order when omitted. It does not count toward the student's
   * limit, because the first lesson of the order did.
   */
  orderId?: string | undefined
  /**
   * The clinic that the booking is a seat in, with its dates, ascending: the booking ends with the last one. The clinic occupies the
   * time, and a trigger counts its seats (decision 0114).
   */
  seat?: { clinicId: string; dates: readonly SeatDate[] }
}

/**
 * A lesson that is confirmed at once: taken from a package, a demo booking without money, or paid outside the
 * platform.
 */
export interface PaidLesson extends NewLesson {
  paidBy: PaidBy
}

type Taken = { ok: true; bookingId: string }

/**
 * Takes a slot and writes the lesson with its payment, in one statement: locks the schedule if it still has
 * the offer's version, clears expired holds, and inserts. Call it within `inSlotTransaction`.
 * @param now milliseconds since 1970, UTC
 * @throws a slot conflict (`isSlotConflict`) when the time is occupied
 */
export async function takeSlot(
  tx: Queryable,
  lesson: PaidLesson,
  now: number,
): Promise<Taken | Refused<SlotRefusal>>
export async function takeSlot(
  tx: Queryable,
  lesson: LessonToHold,
  now: number,
): Promise<Taken | Refused<SlotRefusal | 'too_many_holds'>>
export async function takeSlot(tx: Queryable, lesson: PaidLesson | LessonToHold, now: number) {
  const { offer, studentId } = lesson
  // A suspension after the offer was read changes the version of the schedule.
  if (!offer.mayTeach) return refused('coach_unavailable')
  const hold = 'heldUntil' in lesson ? lesson : null
  const orderId = hold?.orderId ?? null
  const paidBy = 'paidBy' in lesson ? lesson.paidBy : null
  const { packageId, method, isElsewhere, isCharged } = readPaidBy(paidBy)
  const enteredByCoach = lesson.enteredByCoach ?? false
  const start = new Date(lesson.start)
  const statement = sql`
    with ${scheduleTurn(offer.instructorId, offer.version, now)}, open_holds as materialized (
      -- Counted among the student's own bookings: with the status as a condition PostgreSQL, which expects next to no
      -- pending rows, walks over the open holds of everybody.
      select not ${hold !== null && !enteredByCoach && orderId === null}::boolean
        or count(*) filter (where status = 'pending' and hold_expires_at > ${new Date(now)} and not entered_by_coach)
        < case when ${isProven(studentId)} then ${OPEN_HOLDS_PER_STUDENT}::integer else ${OPEN_HOLDS_UNPROVEN}::integer end as may_hold_more,
        (select is_open from profiles where id = ${studentId}::uuid) as may_book
      from bookings where student_id = ${studentId}
    ), taken as (
      insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, buffer_minutes, time_zone,
        price_amount, lesson_title, lesson_type, proposal_id, proposal_version, package_id, status, payment_status,
        hold_expires_at, teaching_location_id, location_name, location_address, idempotency_key, cancellation_policy,
        is_demo, is_demonstration, entered_by_coach, is_offered, golfer_id, clinic_id, seat_dates, rain_check)
      select instructor_id, ${studentId}, ${start}, ${hold?.seat?.dates.at(-1)?.end ?? start}, ${lesson.durationMinutes}, ${offer.rules.bufferMinutes},
        ${offer.rules.zone}, ${(lesson.priceCents / 100).toFixed(2)}::numeric, ${lesson.title},
        ${lesson.lessonType ?? 'individual'}, ${hold?.proposal?.id ?? null}::uuid, ${hold?.proposal?.version ?? null}::integer,
        ${packageId}::uuid, ${hold ? 'pending' : 'confirmed'}, ${hold ? 'pending' : 'completed'},
        ${hold ? new Date(hold.heldUntil) : null}::timestamptz, ${offer.location.id}::uuid, ${offer.location.name},
        ${placeAddress(offer.location) || null}, ${lesson.idempotencyKey ?? null},
        coalesce(${lesson.cancellationPolicy ?? null}::text,
          (select cancellation_policy from instructor_profiles where user_id = instructor_id)),
        ${paidBy === 'demo'}::boolean, ${paidBy === 'demo'}::boolean, ${enteredByCoach}::boolean,
        ${hold?.isOffered ?? false}::boolean, ${lesson.golferId ?? null}::uuid, ${hold?.seat?.clinicId ?? null}::uuid,
        ${hold?.seat ? JSON.stringify(hold.seat.dates) : null}::jsonb,
        -- A clinic decides for all its participants.
        coalesce((select c.rain_check from instructor_profiles c join instructor_teaching_locations l
          on l.id = ${offer.location.id}::uuid and l.is_outdoor
          where c.user_id = schedule.instructor_id and ${!hold?.seat}::boolean), 'off')
      from schedule, open_holds, (select count(*) from cleared) as freed_first where open_holds.may_hold_more and open_holds.may_book
      on conflict do nothing
      returning id, instructor_id, student_id
    ), paying as (
      insert into payments (booking_id, order_id, instructor_id, student_id, amount_cents, discount_cents, discount_funded_by,
        price_lines, proposal_id, payment_status, payment_method, paid_at)
      select id, ${orderId}::uuid, instructor_id, student_id, ${isCharged ? lesson.priceCents : 0}, ${hold?.discount?.amountCents ?? 0},
        ${hold?.discount?.fundedBy ?? null}::text, ${JSON.stringify(hold?.priceLines ?? [])}::jsonb, ${hold?.proposal?.id ?? null}::uuid, ${hold ? 'pending' : 'completed'},
        ${method}::text, ${hold || isElsewhere ? null : new Date(now)}::timestamptz from taken
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

/**
 * Serializes the holds of one student, also of different coaches: `takeSlot` counts only the holds that were committed before it began.
 * Must be called first in a transaction, before a schedule is locked.
 */
export async function waitForOwnHolds(tx: Queryable, studentId: string): Promise<void> {
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`holds:${studentId}`}, 0))`
  await executePrepared(tx, 'wait-for-own-holds', lock)
}

/**
 * Locks a coach's schedule and clears expired holds, before several times are checked and taken in one transaction.
 * @param now milliseconds since 1970, UTC
 */
export async function waitForSchedule(tx: Queryable, instructorId: string, now: number): Promise<void> {
  await tx.execute(sql`with ${scheduleTurn(instructorId, null, now)} select 1 from schedule`)
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
 * Moves a lesson to another time, in one statement and under the same conditions as `takeSlot`. Call it
 * within `inSlotTransaction`.
 * @param now milliseconds since 1970, UTC
 */
export async function moveSlot(
  tx: Queryable,
  { bookingId, offer, ...to }: SlotMove,
  now: number,
): Promise<{ ok: true } | Refused<SlotRefusal>> {
  if (!offer.mayTeach) return refused('coach_unavailable')
  const isOutdoor = sql`exists (select from instructor_teaching_locations l where l.id = ${offer.location.id}::uuid and l.is_outdoor)`
  const statement = sql`
    with ${scheduleTurn(offer.instructorId, offer.version, now)}, moved as (
      update bookings set lesson_date = ${new Date(to.start)}, buffer_minutes = ${offer.rules.bufferMinutes},
        time_zone = ${offer.rules.zone}, teaching_location_id = ${offer.location.id}::uuid,
        location_name = ${offer.location.name}, location_address = ${placeAddress(offer.location) || null},
        refund_ceiling_percent = ${to.refundCeilingPercent}, moved_by_coach = ${to.movedByCoach},
        -- Another time has another weather, and an indoor place has none. The offer stays at its time, unless the lesson was called off.
        weather_since = case when bookings.lesson_date = ${new Date(to.start)} and bookings.called_off_at is null
          and ${isOutdoor} then bookings.weather_since end,
        called_off_at = null, rain_check = case when ${isOutdoor} then rain_check else 'off' end,
        change_number = change_number + 1
      from schedule, (select count(*) from cleared) as freed_first where bookings.id = ${bookingId}::uuid
    )
    select 1 from schedule`
  const result = await executePrepared(tx, 'move-slot', statement)
  return result.rows.length > 0 ? { ok: true } : refused('slot_gone')
}

/**
 * Takes the slot again for a hold that expired before its payment arrived, if the time is still free,
 * regardless of the version of the coach's rules. When the slot is lost, everything is rolled back, including
 * the writes of `mayStand`.
 * @param now milliseconds since 1970, UTC
 * @param mayStand called while the schedule is locked; the slot is not taken when it returns false
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

/** How a booking releases its slot. */
export interface Release {
  /** The status before: a hold, or a confirmed lesson. */
  from: 'pending' | 'confirmed'
  reason: CancelReason
  /** Milliseconds since 1970, UTC. */
  at: number
  message?: string | null
  /** What happens to the pending payment. */
  payment: 'failed' | 'kept'
}

/**
 * Cancels a booking, which frees its slot at once.
 * @returns false when the booking no longer had the status `from`
 */
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
 * Ends the holds of a coach or a student before they expire.
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
 * Whether a lesson may be confirmed: the coach may teach and the student may book. Run it in a separate
 * statement after locking the booking, so that a suspension committed in the meantime is visible.
 */
export async function mayTakePlace(tx: Queryable, bookingId: string): Promise<boolean> {
  const found = await tx.execute(sql`
    select from bookings b join instructor_profiles c on c.user_id = b.instructor_id join profiles s on s.id = b.student_id
    where b.id = ${bookingId} and c.may_teach and s.is_open`)
  return found.rows.length > 0
}

/**
 * Runs a transaction that takes or moves a slot. Conflicts with concurrent transactions become `slot_taken`.
 */
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
 * Locks all of a coach's bookings at a place before the schedule. Cancelling and paying lock a booking first
 * and the schedule second; a command that locks the schedule and then changes these bookings must take the
 * locks in the same order.
 * @returns how many there are
 */
export async function lockBookingsAt(tx: Queryable, coachId: string, placeId: string): Promise<number> {
  const found = await tx.execute(sql`
    select from bookings where instructor_id = ${coachId}::uuid and teaching_location_id = ${placeId}::uuid
    order by lesson_date, id for no key update`)
  return found.rows.length
}

/**
 * Whether a student has confirmed the email address or paid for a lesson before. Unproven accounts can be
 * created by anyone in any number.
 */
export const isProven = (studentId: string) => sql`(
  exists (select from profiles where id = ${studentId}::uuid and email_verified)
  or exists (select from payments where student_id = ${studentId}::uuid and paid_at is not null))`

/**
 * Locks the coach's schedule and clears expired holds. The job that ends each hold closes its checkout. A hold that another transaction
 * has locked stays: waiting for it here would be a deadlock when that transaction waits for the schedule or for a booking locked before.
 * @param version null to accept any version
 */
const scheduleTurn = (instructorId: string, version: number | null, now: number): SQL => sql`
  schedule as materialized (
    select instructor_id from instructor_schedules
    where instructor_id = ${instructorId}::uuid and (${version}::bigint is null or version = ${version}::bigint)
    for no key update
  ), cleared as (
    update bookings set status = 'cancelled', cancelled_at = ${new Date(now)}, cancel_reason = 'hold_expired',
      payment_status = 'failed'
    where id in (
      select id from bookings
      where instructor_id = (select instructor_id from schedule) and status = 'pending' and hold_expires_at <= ${new Date(now)}
      for update skip locked
    )
    returning id
  ), unpaid as (
    update payments set payment_status = 'failed', updated_at = current_instant()
    where booking_id in (select id from cleared)
  )`
