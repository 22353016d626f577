import { sql } from 'drizzle-orm'
import { isSlotOpen } from '#features/availability/availability.ts'
import type { Actor } from '#platform/actor.ts'
import { constraintOf, type Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { defaultLessonTitle, priceLesson } from '../booking.ts'
import { addressOf } from '../hold/commands.ts'
import { findOffer, type Offer } from '../queries.ts'
import type { BookingRefusal } from '../refusal/refusal.ts'
import type { BookLessonInput } from '../schema.ts'
import { isDemoAccount } from './queries.ts'

/**
 * A lesson that only shows how booking goes: confirmed and paid at once, without a checkout. Only demo accounts make
 * one, and only with a coach whose bookings are demonstrations. No money moves: the books never hear of it.
 */
export async function bookDemonstration(
  services: Services,
  student: Actor,
  input: BookLessonInput,
): Promise<{ ok: true; bookingId: string } | Refused<BookingRefusal>> {
  const now = services.clock.now()
  const start = Date.parse(input.start)
  if (start <= now) return refused('in_the_past')
  const offer = await findOffer(services.db, input, now)
  if (!offer) return refused('slot_gone')
  const isDemo = offer.takesDemoBookings && (await isDemoAccount(services.db, student.userId))
  if (!isDemo || student.role !== 'student') return refused('demo_only')
  if (!offer.durations.includes(input.durationMinutes)) return refused('duration_not_offered')
  const own = await findSame(services.db, student, input)
  if (own) return { ok: true, bookingId: own }
  if (!isSlotOpen(offer.rules, start, input.durationMinutes, now)) return refused('slot_taken')
  const priceCents = priceLesson(offer.hourlyRateCents, input.durationMinutes)
  try {
    const bookingId = await insert(services.db, student, offer, { ...input, now, priceCents })
    return bookingId ? { ok: true, bookingId } : refused('slot_taken')
  } catch (error) {
    if (constraintOf(error)?.kind === 'exclusion') return refused('slot_taken')
    throw error
  }
}

/** The same click again. */
async function findSame(
  db: Queryable,
  student: Actor,
  { idempotencyKey }: BookLessonInput,
): Promise<string | null> {
  if (!idempotencyKey) return null
  const found = await db.execute<{ id: string }>(sql`
    select id from bookings where student_id = ${student.userId} and idempotency_key = ${idempotencyKey} and is_demonstration`)
  return found.rows[0]?.id ?? null
}

async function insert(
  db: Queryable,
  student: Actor,
  offer: Offer,
  lesson: BookLessonInput & { now: number; priceCents: Cents },
): Promise<string | undefined> {
  const start = new Date(Date.parse(lesson.start))
  const made = await db.execute<{ id: string }>(sql`
    with schedule as materialized (
      select instructor_id from instructor_schedules
      where instructor_id = ${offer.instructorId} and version = ${offer.version}
      for no key update
    ), made as (
      insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, buffer_minutes, time_zone,
        price_amount, lesson_title, status, payment_status, teaching_location_id, location_name, location_address,
        idempotency_key, cancellation_policy, is_demo, is_demonstration)
      select instructor_id, ${student.userId}, ${start}, ${start}, ${lesson.durationMinutes}, ${offer.rules.bufferMinutes},
        ${offer.rules.zone}, ${(lesson.priceCents / 100).toFixed(2)}::numeric, ${defaultLessonTitle(lesson.durationMinutes)},
        'confirmed', 'completed', ${offer.location.id}::uuid, ${offer.location.name}, ${addressOf(offer.location)},
        ${lesson.idempotencyKey ?? null}, ${offer.cancellationPolicy}, true, true
      from schedule
      on conflict do nothing
      returning id, instructor_id, student_id
    ), paid as (
      insert into payments (booking_id, instructor_id, student_id, amount_cents, payment_status, payment_method, paid_at)
      select id, instructor_id, student_id, ${lesson.priceCents}, 'completed', 'demo', ${new Date(lesson.now)} from made
    )
    select id from made`)
  return made.rows[0]?.id
}
