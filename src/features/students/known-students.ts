import { type SQL, sql } from 'drizzle-orm'
import { isPaidLesson } from '#features/bookings/paid-lesson.ts'
import type { Queryable } from '#platform/db.ts'

/**
 * All students of a coach, with the date it began: by a booking, a package, a video review, a message, calendar
 * access, a proposal or an accepted invitation; and people invited to a lesson by email address.
 */
export const knownStudents = (coachId: string): SQL => sql`
  select student_id, min(since) as since from (
    select b.student_id, b.created_at as since from bookings b where b.instructor_id = ${coachId} and ${isPaidLesson(sql`b`)}
    union all select student_id, created_at from lesson_packages where instructor_id = ${coachId}
    union all select student_id, paid_at from video_reviews where instructor_id = ${coachId} and paid_at is not null
    union all select student_id, created_at from conversations where instructor_id = ${coachId}
    union all select student_id, granted_at from student_calendar_access where instructor_id = ${coachId}
    union all select student_id, created_at from lesson_proposals where instructor_id = ${coachId}
    union all select i.student_id, i.created_at from invited_students i where i.instructor_id = ${coachId}
      and exists (select from bookings b where b.student_id = i.student_id and b.status <> 'cancelled')
    union all select student_id, accepted_at from student_invitations where instructor_id = ${coachId} and student_id is not null
  ) ways where student_id <> ${coachId} group by student_id`

/** Whether a user with an account is a coach's student. */
export async function isStudentOf(db: Queryable, coachId: string, studentId: string): Promise<boolean> {
  // Raw: the union of all kinds of contact.
  const found = await db.execute(sql`
    select from (${knownStudents(coachId)}) k join profiles s on s.id = k.student_id
    where k.student_id = ${studentId} and s.closed_at is null and not s.is_invited`)
  return found.rows.length > 0
}
