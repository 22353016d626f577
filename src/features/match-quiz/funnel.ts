import { sql } from 'drizzle-orm'
import { isPaidLesson } from '#features/bookings/paid-lesson.ts'
import { bookings } from '#features/bookings/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { OFFICE_ZONE } from '#platform/time.ts'
import { BOOKS_WITHIN_DAYS, type CountedSession, type FunnelCounts, funnelOf } from './figures.ts'
import { type QuizVariant, quizVariants, stepOrders } from './quiz.ts'
import { quizResponses } from './tables.ts'

/**
 * How far sessions got by variant, and whether their golfers booked. A session counts once per variant, with
 * its farthest round. Tests are excluded. Lessons are attributed by the account that took the quiz or by the
 * email address entered in it.
 * @param days first and last day in New York, `yyyy-MM-dd`; a session counts on the day it began
 * @param now milliseconds since 1970, UTC
 */
export async function readFunnel(
  db: Queryable,
  { from, to }: { from: string; to: string },
  now: number,
): Promise<FunnelCounts[]> {
  const position = sql.join(
    quizVariants.map(
      (variant) =>
        sql`when ${variant} then array_position(array[${sql.join(
          stepOrders[variant].map((step) => sql`${step}::text`),
          sql`, `,
        )}], q.current_step)`,
    ),
    sql` `,
  )
  // Raw: an aggregate over a CASE of the step orders. `completed` is defined as in the specification.
  const { rows } = await db.execute<{
    variant: QuizVariant
    position: number
    completed: boolean
    found: boolean | null
    followed: boolean
    booked: boolean
    bookedMatch: boolean
    bookedAgain: boolean
    n: number
  }>(sql`
    select variant, position, completed, found, followed, followed and in_time > 0 as booked,
      followed and in_time > 0 and coalesce(with_match, false) as "bookedMatch",
      followed and in_time > 0 and lessons > 1 as "bookedAgain", count(*)::int as n
    from (
      select s.*, s.completed and s.began <= ${new Date(now)}::timestamptz - ${`${BOOKS_WITHIN_DAYS} days`}::interval as followed from (
      select q.session_id, q.variant, max(coalesce(case q.variant ${position} end, 1))::int as position,
        bool_or(q.completed_at is not null or q.contact_email is not null or q.recommended_instructor_id is not null)
          as completed, bool_or(q.match_found) as found, min(q.created_at) as began,
        array_agg(q.user_id) as accounts, array_agg(lower(q.contact_email)) as addresses,
        array_agg(q.recommended_instructor_id) as recommended
      from ${quizResponses} q where not q.is_test and q.copied_from is null group by q.session_id, q.variant
      ) s
      where began >= ${from}::date::timestamp at time zone ${OFFICE_ZONE}
        and began < (${to}::date + 1)::timestamp at time zone ${OFFICE_ZONE}
    ) sessions left join lateral (
      select count(*) as lessons, count(*) filter (where b.created_at < began + ${`${BOOKS_WITHIN_DAYS} days`}::interval) as in_time,
        (array_agg(b.instructor_id order by b.created_at, b.id))[1] = any(recommended) as with_match
      from ${bookings} b
      where b.student_id in (select unnest(accounts)
          union select p.id from profiles p where lower(p.email) = any(addresses) and p.closed_at is null)
        and b.created_at >= began and not b.is_demonstration and not b.entered_by_coach
        and ${isPaidLesson(sql`b`)}
    ) booked on followed
    group by 1, 2, 3, 4, 5, 6, 7, 8`)
  const sessions = rows.flatMap(({ n, position: at, completed, found, ...session }) =>
    Array.from(
      { length: n },
      (): CountedSession => ({ ...session, position: at, isCompleted: completed, matchFound: found }),
    ),
  )
  return funnelOf(sessions)
}
