import { sql } from 'drizzle-orm'
import type { LessonType } from '#features/bookings/booking.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import { type Cents, centsFromDollars } from '#platform/money.ts'
import type { AgreedLessonRefusal } from './agreed-lesson.ts'

/** What coach and student agreed upon; the only source of an agreed price and title. */
export interface AgreedLesson {
  proposalId: string
  /** Rises with every change of the terms. */
  version: number
  priceCents: Cents
  title: string
  lessonType: LessonType
  durationMinutes: number
  /** How many lessons the price is for; more than one make a package. */
  lessons: number
  /** Starts the coach proposed, milliseconds since 1970, UTC: these are open to this student whatever the calendar says. */
  starts: number[]
}

interface Row extends Record<string, unknown> {
  id: string
  version: number
  price_amount: string
  lesson_title: string
  lesson_type: LessonType
  duration_minutes: number
  lessons_total: number
  proposed_dates: unknown
  is_booked: boolean
}

/**
 * The accepted proposal between a student and a coach that a booking names by its id or by the two people's conversation; of
 * several between them the newest that is not booked yet. Null when neither is named.
 */
export async function findAgreedLesson(
  db: Queryable,
  named: { proposalId?: string | undefined; conversationId?: string | undefined },
  between: { studentId: string | null; instructorId: string },
): Promise<{ ok: true; agreed: AgreedLesson | null } | Refused<AgreedLessonRefusal>> {
  const { proposalId = null, conversationId = null } = named
  if (!proposalId && !conversationId) return { ok: true, agreed: null }
  // Raw: proposals belong to a feature above this one.
  const found = await db.execute<Row>(sql`
    select p.id, p.version, p.price_amount, p.lesson_title, p.lesson_type, p.duration_minutes, p.lessons_total, p.proposed_dates,
      p.status = 'scheduled' or exists (select from bookings b
        where b.proposal_id = p.id and b.status in ('confirmed', 'completed')) as is_booked
    from lesson_proposals p
    where p.student_id = ${between.studentId}::uuid and p.instructor_id = ${between.instructorId}::uuid
      and p.status in ('accepted', 'scheduled')
      and (${proposalId}::uuid is null or p.id = ${proposalId}::uuid)
      and (${conversationId}::uuid is null or exists (select from conversations c where c.id = ${conversationId}::uuid
        and c.student_id = p.student_id and c.instructor_id = p.instructor_id))
    order by is_booked, p.created_at desc limit 1`)
  const row = found.rows[0]
  if (!row) return refused('package_unknown')
  if (row.is_booked) return refused('package_used')
  return {
    ok: true,
    agreed: {
      proposalId: row.id,
      version: row.version,
      priceCents: centsFromDollars(row.price_amount),
      title: row.lesson_title,
      lessonType: row.lesson_type,
      durationMinutes: row.duration_minutes,
      lessons: row.lessons_total,
      starts: startsOf(row.proposed_dates),
    },
  }
}

/** How many lessons the price of a proposal is for. */
export async function countAgreedLessons(db: Queryable, proposalId: string): Promise<number> {
  // Raw: proposals belong to a feature above this one.
  const found = await db.execute<{ lessons: number }>(
    sql`select lessons_total as lessons from lesson_proposals where id = ${proposalId}`,
  )
  return found.rows[0]?.lessons ?? 1
}

/** True for a student with lessons of that length left to take, whatever lengths the coach offers everybody. */
export async function hasPackageOf(
  db: Queryable,
  of: { studentId: string; instructorId: string; durationMinutes: number; now: number },
): Promise<boolean> {
  // Raw: packages belong to a feature above this one.
  const found = await db.execute(sql`
    select from lesson_packages where student_id = ${of.studentId} and instructor_id = ${of.instructorId}
      and duration_minutes = ${of.durationMinutes} and ended_at is null and expires_at > ${new Date(of.now)} limit 1`)
  return found.rows.length > 0
}

/**
 * Whether what a booking was accepted from is still offered as it was: not withdrawn, declined, booked otherwise, or changed in
 * any of its terms. True for bookings without a proposal. Locks the proposal for the length of the transaction.
 */
export async function isStillOffered(tx: Queryable, bookingId: string): Promise<boolean> {
  // Raw: proposals belong to a feature above this one.
  const found = await tx.execute<{ stands: boolean }>(sql`
    select o.status in ('pending', 'expired', 'accepted')
      -- Bookings from before versions were noted are compared by what they say themselves.
      and o.version = coalesce(b.proposal_version, o.version)
      and o.price_amount = b.price_amount and o.duration_minutes = b.duration_minutes
      and exists (select from jsonb_array_elements(o.proposed_dates) d
        where (d ->> 'datetime')::timestamptz = b.lesson_date) as stands
    from bookings b join lesson_proposals o on o.id = b.proposal_id where b.id = ${bookingId} for share of o`)
  return found.rows[0]?.stands ?? true
}

function startsOf(dates: unknown): number[] {
  if (!Array.isArray(dates)) return []
  return dates
    .map((date: unknown) =>
      typeof date === 'object' && date !== null && 'datetime' in date
        ? Date.parse(String(date.datetime))
        : Number.NaN,
    )
    .filter((start) => !Number.isNaN(start))
}
