import { and, count, eq, gt, or, sql } from 'drizzle-orm'
import { eraseInvitedNames } from '#features/accounts/invited-student.ts'
import { type OwnData, readParts } from '#platform/own-data.ts'
import { bookings } from './tables.ts'

export const bookingsOwnData: OwnData = {
  things: (id) => sql`select id from bookings where student_id = ${id} or instructor_id = ${id}`,

  /**
   * Upcoming lessons and pending payments keep an account open; for a coach also uncompleted lessons with
   * held money.
   */
  async whyStay(tx, userId, now) {
    const [coming] = await tx
      .select({ n: count() })
      .from(bookings)
      .where(
        and(
          or(eq(bookings.studentId, userId), eq(bookings.instructorId, userId)),
          or(
            eq(bookings.status, 'pending'),
            and(
              eq(bookings.status, 'confirmed'),
              or(
                gt(bookings.lessonEnd, now),
                and(eq(bookings.instructorId, userId), eq(bookings.isDemoBooking, false)),
              ),
            ),
          ),
        ),
      )
    const lessons = coming?.n ?? 0
    if (lessons === 0) return null
    const what = lessons === 1 ? 'a lesson' : `${lessons} lessons`
    const many = lessons === 1 ? 'it' : 'them'
    return {
      reason: 'lessons_coming',
      texts: {
        owner: `You have ${what} coming up or not completed. Cancel first, or delete your account after the lesson.`,
        admin: `This account has ${what} coming up or not completed. Cancel ${many} first, or wait until ${many === 'it' ? 'it is' : 'they are'} completed.`,
      },
    }
  },

  erase: ({ userId }) => [
    // Invited students whose address was deleted are known by their lessons alone.
    eraseInvitedNames(sql`select student_id from bookings where instructor_id = ${userId}::uuid`),
    sql`delete from calendar_feeds where user_id = ${userId}::uuid`,
    sql`delete from booking_notes where booking_id in (select id from bookings where student_id = ${userId}::uuid)`,
    sql`delete from intake_answers where booking_id in (select id from bookings where student_id = ${userId}::uuid)`,
    sql`delete from intake_questions where instructor_id = ${userId}::uuid`,
  ],

  endAccess: ({ userId }) => [
    {
      name: 'the private calendar address',
      statement: sql`delete from calendar_feeds where user_id = ${userId}::uuid`,
    },
  ],

  export: (db, id) =>
    readParts(db, {
      lessons: sql`
        select b.id, case when b.student_id = ${id} then 'student' else 'coach' end as you_were, b.lesson_title,
          coalesce(c.display_name, cp.full_name) as coach, b.lesson_date, b.duration_minutes, b.time_zone, b.location_name,
          b.location_address, b.price_amount, b.status, b.payment_status, b.created_at, b.cancelled_at, b.cancel_reason,
          b.cancel_message, n.note, (select g.name from golfers g where g.id = b.golfer_id) as played_by,
          (select json_build_object('series', w.series_id, 'lesson', w.position, 'of', w.lessons)
            from series_lessons w where w.booking_id = b.id) as weekly_series,
          (select json_agg(json_build_object('question', a.question, 'answer', a.answer) order by a.position)
            from intake_answers a where a.booking_id = b.id) as answers
        from bookings b left join booking_notes n on n.booking_id = b.id join instructor_profiles c on c.user_id = b.instructor_id join profiles cp on cp.id = b.instructor_id
        where b.student_id = ${id} or b.instructor_id = ${id} order by b.lesson_date`,
      lessons_you_moved: sql`
        select booking_id, from_start, to_start, moved_at from lesson_moves where moved_by = ${id} order by moved_at`,
      questions_you_ask_students: sql`
        select question, is_required from intake_questions where instructor_id = ${id} order by position`,
      private_calendar: sql`select created_at from calendar_feeds where user_id = ${id}`,
    }),
}
