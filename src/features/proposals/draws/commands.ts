import { sql } from 'drizzle-orm'
import { isSlotOpen } from '#features/availability/availability.ts'
import { defaultLessonTitle } from '#features/bookings/booking.ts'
import { addressOf } from '#features/bookings/hold/commands.ts'
import { announceConfirmed } from '#features/bookings/payment/emails.ts'
import { findOffer, type Offer } from '#features/bookings/queries.ts'
import type { Actor } from '#platform/actor.ts'
import { constraintOf, type Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { drawCredit } from '../credits/commands.ts'
import { type HeldPackage, lockPackage } from '../packages/queries.ts'

export type DrawRefusal =
  | 'no_such_package'
  | 'package_ended'
  | 'no_lessons_left'
  | 'payment_disputed'
  | 'after_the_package'
  | 'in_the_past'
  | 'slot_gone'
  | 'slot_taken'

/** What people are told for each refusal. */
export const drawRefusalTexts: Record<DrawRefusal, string> = {
  no_such_package: 'There is no such package.',
  package_ended: 'This package has ended.',
  payment_disputed:
    'Your bank is looking into the payment of this package. Please wait until that is settled.',
  no_lessons_left: 'All lessons of this package are booked.',
  after_the_package: 'This time is after your package runs out. Please choose an earlier one.',
  in_the_past: 'This time has already passed. Please choose another one.',
  slot_gone: 'This time is no longer offered. Please choose another one.',
  slot_taken: 'Somebody just took this time. Please choose another one.',
}

interface Wish {
  packageId: string
  /** An ISO instant. */
  start: string
  locationId?: string | undefined
  idempotencyKey?: string | undefined
}

/**
 * Books a lesson that a package has paid for already: it stands at once, in the same place of the coach's calendar as any
 * other. Asking again with the same key gives the same booking.
 */
export async function bookFromPackage(
  services: Services,
  student: Pick<Actor, 'userId'>,
  wish: Wish,
): Promise<{ ok: true; bookingId: string; left: number } | Refused<DrawRefusal>> {
  const now = services.clock.now()
  const start = Date.parse(wish.start)
  if (start <= now) return refused('in_the_past')
  try {
    return await services.db.transaction(async (tx) => {
      const held = await lockPackage(tx, wish.packageId)
      if (held?.studentId !== student.userId) return refused('no_such_package')
      const before = await findEarlierDraw(tx, held, wish.idempotencyKey)
      if (before) return { ok: true, bookingId: before, left: held.available.length }
      if (held.isEnded || now >= held.expiresAt) return refused('package_ended')
      if (held.isDisputed) return refused('payment_disputed')
      const [credit, ...others] = held.available
      if (!credit) return refused('no_lessons_left')
      if (start > held.expiresAt) return refused('after_the_package')
      const locationId = wish.locationId ?? held.locationId ?? undefined
      const offer = await findOffer(
        tx,
        { instructorId: held.instructorId, start: wish.start, locationId },
        now,
      )
      if (!offer) return refused('slot_gone')
      if (!isSlotOpen(offer.rules, start, held.durationMinutes, now)) return refused('slot_taken')
      const bookingId = await insertLesson(tx, {
        held,
        offer,
        start,
        valueCents: credit.valueCents,
        now,
        key: wish.idempotencyKey,
      })
      if (!bookingId) return refused('slot_gone')
      await drawCredit(tx, { packageId: held.id, ...credit, bookingId, at: now })
      await announceConfirmed(services, tx, bookingId)
      return { ok: true, bookingId, left: others.length }
    })
  } catch (error) {
    const conflict = constraintOf(error)
    if (conflict && ['exclusion', 'deadlock', 'serialization'].includes(conflict.kind))
      return refused('slot_taken')
    throw error
  }
}

async function findEarlierDraw(
  tx: Queryable,
  held: HeldPackage,
  key: string | undefined,
): Promise<string | null> {
  if (!key) return null
  const found = await tx.execute<{ id: string }>(sql`
    select id from bookings where student_id = ${held.studentId} and package_id = ${held.id} and idempotency_key = ${key}`)
  return found.rows[0]?.id ?? null
}

interface NewLesson {
  held: HeldPackage
  offer: Offer
  start: number
  valueCents: number
  now: number
  key: string | undefined
}

/** As a hold is taken: the coach's schedule is locked if its rules are still the ones read, holds that ran out are cleared. */
async function insertLesson(tx: Queryable, lesson: NewLesson): Promise<string | null> {
  const { held, offer, start, valueCents, now, key } = lesson
  const schedule = await tx.execute(sql`
    select 1 from instructor_schedules
    where instructor_id = ${held.instructorId} and version = ${offer.version} for no key update`)
  if (schedule.rows.length === 0) return null
  await tx.execute(sql`
    update bookings set status = 'cancelled', cancelled_at = ${new Date(now)}, cancel_reason = 'hold_expired'
    where instructor_id = ${held.instructorId} and status = 'pending' and hold_expires_at <= ${new Date(now)}`)
  const made = await tx.execute<{ id: string }>(sql`
    insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, buffer_minutes, time_zone,
      price_amount, lesson_title, lesson_type, status, payment_status, teaching_location_id, location_name, location_address,
      idempotency_key, cancellation_policy, package_id)
    values (${held.instructorId}, ${held.studentId}, ${new Date(start)}, ${new Date(start)}, ${held.durationMinutes},
      ${offer.rules.bufferMinutes}, ${offer.rules.zone}, ${(valueCents / 100).toFixed(2)}::numeric, ${defaultLessonTitle(held.durationMinutes)},
      ${held.lessonType}, 'confirmed', 'completed', ${offer.location.id}::uuid, ${offer.location.name},
      ${addressOf(offer.location)}, ${key ?? null}, ${held.policy}, ${held.id})
    returning id`)
  const bookingId = made.rows[0]?.id
  if (!bookingId) return null
  // Nothing was charged for it: the package's own payment was.
  await tx.execute(sql`
    insert into payments (booking_id, instructor_id, student_id, amount_cents, payment_status, payment_method, paid_at)
    values (${bookingId}, ${held.instructorId}, ${held.studentId}, 0, 'completed', 'package', ${new Date(now)})`)
  return bookingId
}
