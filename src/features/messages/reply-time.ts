import { sql } from 'drizzle-orm'
import { cachedFor } from '#platform/cached-for.ts'
import type { Queryable } from '#platform/db.ts'

/** The minimum number of conversations for a median. */
const FEWEST = 3
const DAYS = 90
/** Limits the query to the newest conversations, to bound the cost for coaches with many. */
const MOST = 200
const TEN_MINUTES = 600_000

/**
 * The median time a coach takes to answer, in minutes, from a student's first message to the coach's first
 * own answer, over conversations of the last 90 days. Answers by the assistant are excluded.
 * @returns null with fewer than three answered conversations
 */
export const findReplyMinutes = cachedFor(
  { forMs: TEN_MINUTES, atMost: 5_000 },
  async (db: Queryable, instructorId: string) => {
    // Raw: a median over lateral joins.
    const found = await db.execute<{ minutes: number | null; answered: number }>(sql`
      select percentile_cont(0.5) within group (order by extract(epoch from answer.created_at - question.created_at) / 60)
          as minutes, count(*)::int as answered
      from (select id, student_id from conversations where instructor_id = ${instructorId}
        and last_message_at > current_instant() - make_interval(days => ${DAYS})
        order by last_message_at desc limit ${MOST}) c
      join lateral (select position, created_at from messages where conversation_id = c.id and sender_id = c.student_id
        order by position limit 1) question on question.created_at > current_instant() - make_interval(days => ${DAYS})
      join lateral (select created_at from messages where conversation_id = c.id and position > question.position
        and sender_id = ${instructorId} and message_type <> 'ai_response' order by position limit 1) answer on true`)
    const [row] = found.rows
    return row && row.answered >= FEWEST && row.minutes !== null ? Math.round(Number(row.minutes)) : null
  },
)
