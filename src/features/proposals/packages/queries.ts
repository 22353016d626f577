import { and, eq, sql } from 'drizzle-orm'
import type { LessonType } from '#features/bookings/booking.ts'
import { packageTermsText } from '#features/bookings/cancellation/cancellation.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'
import { type PackageEndReason, refundOfUnused } from './package.ts'
import type { LessonPackage } from './schema.ts'
import { lessonCredits } from './tables.ts'

/** A package as far as its money and lessons go, locked for the length of a transaction. */
export interface HeldPackage {
  id: string
  paymentId: string
  /** The first lesson, whose payment paid for all. */
  rootBookingId: string
  instructorId: string
  studentId: string
  durationMinutes: number
  title: string
  lessonType: LessonType
  policy: CancellationPolicy
  locationId: string | null
  /** Milliseconds since 1970, UTC. */
  expiresAt: number
  isEnded: boolean
  /** The payer's bank questions its payment: nothing is booked or given back until that is settled. */
  isDisputed: boolean
  /** Not booked yet, in order. */
  available: { position: number; valueCents: Cents }[]
}

/**
 * Keeps everybody else from changing a package's lessons until the transaction ends: before the package itself is locked, as
 * those do who cancel one of them. The lesson that paid for all comes first.
 */
export async function lockLessons(tx: Queryable, packageId: string): Promise<void> {
  // Raw: of a join of three tables only one is locked, here and below.
  await tx.execute(sql`
    select 1 from bookings b join payments p on p.booking_id = b.id join lesson_packages k on k.payment_id = p.id
    where k.id = ${packageId} for update of b`)
  await tx.execute(sql`select 1 from bookings where package_id = ${packageId} order by id for update`)
}

/** Reads one and keeps everybody else from booking from it until the transaction ends. */
export async function lockPackage(tx: Queryable, packageId: string): Promise<HeldPackage | null> {
  const found = await tx.execute<{
    id: string
    payment_id: string
    root_booking_id: string
    instructor_id: string
    student_id: string
    duration_minutes: number
    lesson_title: string
    lesson_type: LessonType
    cancellation_policy: CancellationPolicy
    teaching_location_id: string | null
    expires: string
    is_ended: boolean
    is_disputed: boolean
  }>(sql`
    select k.id, k.payment_id, p.booking_id as root_booking_id, k.instructor_id, k.student_id, k.duration_minutes,
      k.lesson_title, k.lesson_type, k.cancellation_policy, k.teaching_location_id,
      extract(epoch from k.expires_at) * 1000 as expires, k.ended_at is not null as is_ended,
      exists (select from payment_disputes d where d.payment_id = k.payment_id and d.source = 'card_network'
        and d.bank_outcome is null) as is_disputed
    from lesson_packages k join payments p on p.id = k.payment_id where k.id = ${packageId} for update of k`)
  const row = found.rows[0]
  if (!row) return null
  const available = await tx
    .select({ position: lessonCredits.position, valueCents: lessonCredits.valueCents })
    .from(lessonCredits)
    .where(and(eq(lessonCredits.packageId, packageId), eq(lessonCredits.status, 'available')))
    .orderBy(lessonCredits.position)
  return {
    id: row.id,
    paymentId: row.payment_id,
    rootBookingId: row.root_booking_id,
    instructorId: row.instructor_id,
    studentId: row.student_id,
    durationMinutes: row.duration_minutes,
    title: row.lesson_title,
    lessonType: row.lesson_type,
    policy: row.cancellation_policy,
    locationId: row.teaching_location_id,
    expiresAt: Math.round(Number(row.expires)),
    isEnded: row.is_ended,
    isDisputed: row.is_disputed,
    available,
  }
}

/**
 * A person's packages, those that can still be drawn on first, then by when they run out.
 * @param filter.withId only those with this other person
 */
export async function listPackages(
  db: Queryable,
  userId: string,
  filter: { withId?: string | undefined; openOnly?: boolean | undefined } = {},
): Promise<LessonPackage[]> {
  // Raw: the lessons left are summed in a lateral join.
  const found = await db.execute<{
    id: string
    instructor_id: string
    coach_name: string | null
    student_id: string
    student_name: string
    lesson_title: string
    lesson_type: string
    duration_minutes: number
    location_id: string | null
    zone: string
    lessons_total: number
    available: number
    unused_cents: number
    policy: CancellationPolicy
    expires: string
    ended: string | null
    end_reason: PackageEndReason | null
    conversation_id: string | null
  }>(sql`
    select k.id, k.instructor_id, coalesce(c.display_name, cp.full_name) as coach_name, k.student_id,
      s.full_name as student_name, k.lesson_title, k.lesson_type, k.duration_minutes, k.teaching_location_id as location_id,
      coalesce(place.time_zone, c.time_zone) as zone, k.lessons_total, credits.available, credits.unused_cents,
      k.cancellation_policy as policy, extract(epoch from k.expires_at) * 1000 as expires,
      extract(epoch from k.ended_at) * 1000 as ended, k.end_reason, t.id as conversation_id
    from lesson_packages k
    join instructor_profiles c on c.user_id = k.instructor_id
    join profiles cp on cp.id = k.instructor_id
    join profiles s on s.id = k.student_id
    left join instructor_teaching_locations place on place.id = k.teaching_location_id
    left join conversations t on t.instructor_id = k.instructor_id and t.student_id = k.student_id
    cross join lateral (select (count(*) filter (where status = 'available'))::int as available,
      coalesce(sum(value_cents) filter (where status = 'available'), 0)::int as unused_cents
      from lesson_credits where package_id = k.id) credits
    where ${userId}::uuid in (k.instructor_id, k.student_id)
      and (${filter.withId ?? null}::uuid is null or ${filter.withId ?? null}::uuid in (k.instructor_id, k.student_id))
      ${filter.openOnly ? sql`and k.ended_at is null and credits.available > 0` : sql``}
    order by (k.ended_at is null and credits.available > 0) desc, k.expires_at, k.id limit 50`)
  return found.rows.map((row) => ({
    id: row.id,
    coach: { id: row.instructor_id, label: coachLabel(row.coach_name) },
    student: { id: row.student_id, name: row.student_name },
    title: row.lesson_title,
    lessonType: row.lesson_type,
    durationMinutes: row.duration_minutes,
    locationId: row.location_id,
    zone: row.zone,
    lessons: row.lessons_total,
    left: row.available,
    expiresAt: isoOf(row.expires),
    endedAt: row.ended === null ? null : isoOf(row.ended),
    endReason: row.end_reason,
    refundCents: refundOfUnused(
      row.unused_cents,
      row.policy,
      userId === row.instructor_id ? 'coach' : 'student',
    ).refundCents,
    terms: packageTermsText(row.policy),
    policy: row.policy,
    conversationId: row.conversation_id,
  }))
}

const isoOf = (ms: string) => toIso(Math.round(Number(ms)))
