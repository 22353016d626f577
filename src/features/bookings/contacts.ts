import { and, eq, exists, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { profiles } from '#features/accounts/tables.ts'
import { payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { bookings } from './tables.ts'

/** How long after a lesson the coach can see the student's contact details. Milliseconds. */
const REACHABLE_AFTER = 86_400_000

/** The contact details a student chose to share with coaches. */
export interface SharedContact {
  phone: string | null
  email: string | null
}

interface FoundContact extends SharedContact {
  bookingId: string
  studentId: string
}

/**
 * Contact details of the students of confirmed and taught lessons, until a day after each lesson. For a
 * lesson that a coach entered and that is paid outside the platform, they are hidden until the student has
 * taken part in it here, because a coach can enter any email address. The phone number of a caller without an
 * email address was entered by this coach and is always shown.
 * @param now milliseconds since 1970, UTC
 */
async function listContacts(
  db: Queryable,
  which: ReturnType<typeof and>,
  now: number,
): Promise<FoundContact[]> {
  const own = alias(bookings, 'own')
  const ownPayment = alias(payments, 'own_payment')
  const agreedHere = db
    .select({ id: own.id })
    .from(own)
    .innerJoin(ownPayment, eq(ownPayment.bookingId, own.id))
    .where(
      and(
        eq(own.instructorId, bookings.instructorId),
        eq(own.studentId, bookings.studentId),
        inArray(own.status, ['confirmed', 'completed']),
        or(ne(ownPayment.paymentMethod, 'elsewhere'), eq(own.enteredByCoach, false)),
      ),
    )
  return await db
    .select({
      bookingId: bookings.id,
      studentId: bookings.studentId,
      phone: sql<string | null>`case when ${profiles.sharesPhone} then nullif(${profiles.phone}, '') end`,
      email: sql<
        string | null
      >`case when ${profiles.sharesEmail} and ${profiles.enteredBy} is null then ${profiles.email} end`,
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.studentId))
    .where(
      and(
        which,
        inArray(bookings.status, ['confirmed', 'completed']),
        isNull(profiles.closedAt),
        eq(profiles.isInvited, false),
        or(
          eq(profiles.enteredBy, bookings.instructorId),
          and(gt(bookings.lessonEnd, now - REACHABLE_AFTER), exists(agreedHere)),
        ),
      ),
    )
}

/**
 * Contacts by lesson.
 * @param now milliseconds since 1970, UTC
 */
export async function contactsOfLessons(
  db: Queryable,
  bookingIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, SharedContact>> {
  const found = await listContacts(db, inArray(bookings.id, [...bookingIds]), now)
  return new Map(found.map(({ bookingId, phone, email }) => [bookingId, { phone, email }]))
}

/**
 * Contacts by student, for one coach.
 * @param now milliseconds since 1970, UTC
 */
export async function contactsOfStudents(
  db: Queryable,
  coachId: string,
  studentIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, SharedContact>> {
  if (studentIds.length === 0) return new Map()
  const which = and(eq(bookings.instructorId, coachId), inArray(bookings.studentId, [...studentIds]))
  const found = await listContacts(db, which, now)
  return new Map(found.map(({ studentId, phone, email }) => [studentId, { phone, email }]))
}
