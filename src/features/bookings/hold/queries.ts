import { sql } from 'drizzle-orm'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import type { Queryable } from '#platform/db.ts'
import { type Cents, centsFromDollars } from '#platform/money.ts'
import type { BookLessonInput } from '../schema.ts'

/** Whether a student confirmed the email or paid for a lesson before: anybody can make accounts that did neither. */
export const isProven = (studentId: string) => sql`(
  exists (select from profiles where id = ${studentId}::uuid and email_verified)
  or exists (select from payments where student_id = ${studentId}::uuid and paid_at is not null))`

/** The same as an answer. */
export async function isProvenStudent(db: Queryable, studentId: string): Promise<boolean> {
  const found = await db.execute<{ proven: boolean }>(sql`select ${isProven(studentId)} as proven`)
  return found.rows[0]?.proven ?? false
}

/** The times that a student holds at an instant, in milliseconds since 1970, UTC. */
export async function listOpenHolds(db: Queryable, studentId: string, now: number): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    select id from bookings where student_id = ${studentId} and status = 'pending' and hold_expires_at > ${new Date(now)}`)
  return found.rows.map((row) => row.id)
}

/** A student's own open hold of exactly this lesson, or the one made with the same idempotency key. */
export async function findHoldToResume(
  db: Queryable,
  studentId: string,
  input: Pick<BookLessonInput, 'instructorId' | 'start' | 'durationMinutes' | 'idempotencyKey'>,
  now: number,
): Promise<{
  bookingId: string
  priceCents: Cents
  title: string
  /** Milliseconds since 1970, UTC, as `holdExpiresAt`. */
  start: number
  holdExpiresAt: number
  place: string
  /** How many lessons are paid for. */
  lessons: number
  cancellationPolicy: CancellationPolicy
  checkoutUrl: string | null
} | null> {
  const found = await db.execute<{
    id: string
    price_amount: string
    lesson_title: string
    start: string
    expires: string
    checkout_url: string | null
    location_name: string
    lessons: number
    location_address: string | null
    cancellation_policy: CancellationPolicy
  }>(sql`
    select b.id, b.price_amount, b.lesson_title, extract(epoch from b.lesson_date) * 1000 as start, extract(epoch from b.hold_expires_at) * 1000 as expires, p.checkout_url,
      b.location_name, b.location_address, b.cancellation_policy,
      coalesce((select a.lessons_total from lesson_proposals a where a.id = b.proposal_id), 1)::int as lessons
    from bookings b join payments p on p.booking_id = b.id
    where b.student_id = ${studentId} and b.status = 'pending' and b.hold_expires_at > ${new Date(now)}
      and b.instructor_id = ${input.instructorId} and b.duration_minutes = ${input.durationMinutes}
      and (b.lesson_date = ${new Date(Date.parse(input.start))} or b.idempotency_key = ${input.idempotencyKey ?? null})
    limit 1`)
  const hold = found.rows[0]
  if (!hold) return null
  return {
    bookingId: hold.id,
    priceCents: centsFromDollars(hold.price_amount),
    title: hold.lesson_title,
    start: Math.round(Number(hold.start)),
    holdExpiresAt: Math.round(Number(hold.expires)),
    place: [hold.location_name, hold.location_address].filter(Boolean).join(', '),
    lessons: hold.lessons,
    cancellationPolicy: hold.cancellation_policy,
    checkoutUrl: hold.checkout_url,
  }
}

/** Holds that ran out, oldest first. */
export async function listExpiredHolds(db: Queryable, now: number): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    select id from bookings where status = 'pending' and hold_expires_at <= ${new Date(now)}
    order by hold_expires_at limit 500`)
  return found.rows.map((row) => row.id)
}
