import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { OFFICE_ZONE } from '#platform/time.ts'
import { type CountedSession, type FunnelCounts, funnelOf } from './figures.ts'
import { type QuizVariant, quizVariants, stepOrders } from './quiz.ts'
import { quizResponses } from './tables.ts'

/**
 * How far sessions came, by variant: the farthest of a session's rounds of a variant counts once. Tests are left out.
 * @param days first and last day in New York, `yyyy-MM-dd`; a session counts on the day it began
 */
export async function readFunnel(
  db: Queryable,
  { from, to }: { from: string; to: string },
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
  // Raw: an aggregate over a case of the orders. Completed is what the specification calls so.
  const { rows } = await db.execute<{
    variant: QuizVariant
    position: number
    completed: boolean
    found: boolean | null
    n: number
  }>(sql`
    select variant, position, completed, found, count(*)::int as n from (
      select q.session_id, q.variant, max(coalesce(case q.variant ${position} end, 1))::int as position,
        bool_or(q.completed_at is not null or q.contact_email is not null or q.recommended_instructor_id is not null)
          as completed, bool_or(q.match_found) as found, min(q.created_at) as began
      from ${quizResponses} q where not q.is_test group by q.session_id, q.variant
    ) sessions
    where began >= ${from}::date::timestamp at time zone ${OFFICE_ZONE}
      and began < (${to}::date + 1)::timestamp at time zone ${OFFICE_ZONE}
    group by variant, position, completed, found`)
  const sessions = rows.flatMap(({ variant, position: at, completed, found, n }) =>
    Array.from(
      { length: n },
      (): CountedSession => ({ variant, position: at, isCompleted: completed, matchFound: found }),
    ),
  )
  return funnelOf(sessions)
}
