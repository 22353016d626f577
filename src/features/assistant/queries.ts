import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { formatMoment } from '#platform/time.ts'
import { PICTURE_SENT, type Utterance } from '#ports/assistant/assistant.ts'
import { firstUnanswered } from '#ports/assistant/questions.ts'
import type { Usage } from './assistant.ts'
import type { AssistantSettings } from './schema.ts'

/**
 * The number of earlier messages an answer takes into account, apart from messages that are still unanswered.
 */
const UTTERANCES_READ = 16
/** The number of messages a student may send in an hour before the question is handed to the coach. */
const MOST_READ = 80

/** A question and the conversation it belongs to. */
export interface QueuedQuestion {
  messageId: string
  conversationId: string
  instructorId: string
  studentId: string
  position: number
  attempts: number
  /** The student wrote again since; the newer message is queued separately. */
  isOvertaken: boolean
  /** Both the coach's switch and the conversation's switch are on. */
  isOn: boolean
  utterances: Utterance[]
}

interface QuestionRow extends Record<string, unknown> {
  conversation_id: string
  instructor_id: string
  student_id: string
  position: number
  attempts: number
  is_overtaken: boolean
  is_on: boolean
  utterances: {
    by: Utterance['by']
    text: string
    data: { slots?: { start: string; zone: string }[] } | null
  }[]
}

/** SQL condition: a newer message follows the message `m` in the conversation `c`. */
export const wroteAgain = sql.raw(`exists (select from messages newer where newer.conversation_id = c.id
  and newer.position > m.position and newer.sender_id = c.student_id and newer.message_type = 'text')`)

/** Finds a waiting question with the messages before it; null when it is settled or deleted. */
export async function findQuestion(db: Queryable, messageId: string): Promise<QueuedQuestion | null> {
  // Raw: aggregates the messages before the question into one list.
  const found = await db.execute<QuestionRow>(sql`
    select t.conversation_id, t.instructor_id, c.student_id, m.position, t.attempts, ${wroteAgain} as is_overtaken,
      coach.ai_caddie_enabled and not c.ai_caddie_disabled as is_on,
      (select coalesce(json_agg(said order by said.position), '[]') from (
        select o.position, case o.content when '' then ${PICTURE_SENT} else o.content end as text, o.data, case when o.message_type = 'ai_response' then 'assistant'
          when o.sender_id = c.student_id then 'student' else 'coach' end as by
        from messages o where o.conversation_id = c.id and o.message_type <> 'proposal'
        order by o.position desc limit ${MOST_READ}) said) as utterances
    from assistant_turns t join messages m on m.id = t.message_id join conversations c on c.id = t.conversation_id
    join instructor_profiles coach on coach.user_id = t.instructor_id
    where t.message_id = ${messageId} and t.state = 'waiting'`)
  const row = found.rows[0]
  if (!row) return null
  return {
    messageId,
    conversationId: row.conversation_id,
    instructorId: row.instructor_id,
    studentId: row.student_id,
    position: row.position,
    attempts: row.attempts,
    isOvertaken: row.is_overtaken,
    isOn: row.is_on,
    utterances: lastOf(
      row.utterances.map(({ by, text, data }) => ({
        by,
        text: data?.slots
          ? `${text}\n(Offered: ${data.slots.map(({ start, zone }) => formatMoment(start, zone)).join('; ')})`
          : text,
      })),
    ),
  }
}

/** Returns the last messages, including every message that is still unanswered. */
const lastOf = (said: Utterance[]): Utterance[] =>
  said.slice(Math.max(0, Math.min(firstUnanswered(said), said.length - UTTERANCES_READ)))

/**
 * Reads the recent use of the assistant. Overtaken answers are not counted, but their tokens are.
 * @param now milliseconds since 1970, UTC
 */
export async function readUsage(
  db: Queryable,
  { conversationId, instructorId }: { conversationId: string; instructorId: string },
  now: number,
): Promise<Usage> {
  // Raw: four counts in one pass over the rows.
  const counted = await db.execute<{ hour: number; today: number; coach: number; tokens: number }>(sql`
    select count(*) filter (where is_settled and conversation_id = ${conversationId} and created_at > ${new Date(now - DAY / 24)})::int as hour,
      count(*) filter (where is_settled and conversation_id = ${conversationId})::int as today,
      count(*) filter (where is_settled)::int as coach, coalesce(sum(input_tokens + output_tokens), 0)::int as tokens
    from (select *, state in ('answered', 'handed_over', 'failed') as is_settled from assistant_turns
      where instructor_id = ${instructorId} and created_at > ${new Date(now - DAY)}) t`)
  const row = counted.rows[0]
  return {
    inConversationThisHour: row?.hour ?? 0,
    inConversationToday: row?.today ?? 0,
    ofCoachToday: row?.coach ?? 0,
    tokensOfCoachToday: row?.tokens ?? 0,
  }
}

/**
 * Reads a coach's switch and the assistant's figures for the last seven days.
 * @param now milliseconds since 1970, UTC
 */
export async function readAssistantSettings(
  db: Queryable,
  instructorId: string,
  now: number,
): Promise<Omit<AssistantSettings, 'adapter'> | null> {
  // Raw: five sums in one pass over the rows.
  const found = await db.execute<Omit<AssistantSettings, 'adapter'>>(sql`
    select p.ai_caddie_enabled as "isEnabled", coalesce(t.answered, 0) as answered, coalesce(t.handed_over, 0) as "handedOver",
      coalesce(t.held_back, 0) as "heldBack", coalesce(t.input_tokens, 0) as "inputTokens",
      coalesce(t.output_tokens, 0) as "outputTokens"
    from instructor_profiles p left join (
      select instructor_id, count(*) filter (where state = 'answered')::int as answered,
        count(*) filter (where state in ('handed_over', 'failed'))::int as handed_over,
        count(*) filter (where cardinality(breaches) > 0)::int as held_back,
        sum(input_tokens)::int as input_tokens, sum(output_tokens)::int as output_tokens
      from assistant_turns where instructor_id = ${instructorId} and created_at > ${new Date(now - 7 * DAY)} group by 1) t
      on t.instructor_id = p.user_id
    where p.user_id = ${instructorId}`)
  return found.rows[0] ?? null
}

/** Finds the newest draft in a conversation, unless the coach has written or sent a proposal since. */
export async function findDraft(
  db: Queryable,
  conversationId: string,
): Promise<{ messageId: string; studentId: string; instructorId: string; draft: unknown } | null> {
  // Raw: a condition on later rows of the same conversation.
  const found = await db.execute<{
    messageId: string
    studentId: string
    instructorId: string
    draft: unknown
  }>(sql`
    select t.message_id as "messageId", c.student_id as "studentId", c.instructor_id as "instructorId", t.proposal_draft as draft
    from assistant_turns t join conversations c on c.id = t.conversation_id join messages m on m.id = t.message_id
    where t.conversation_id = ${conversationId} and t.proposal_draft is not null
      and not exists (select from messages later where later.conversation_id = c.id and later.position > m.position
        and (later.message_type = 'proposal' or (later.message_type = 'text' and later.sender_id = c.instructor_id)))
    order by t.created_at desc limit 1`)
  return found.rows[0] ?? null
}

/** Whether a conversation still waits for its coach, and the coach has neither muted nor blocked it. */
export async function needsCoach(db: Queryable, conversationId: string): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from conversations c
    join conversation_participants p on p.conversation_id = c.id and p.side = 'coach'
    where c.id = ${conversationId} and c.needs_human and p.muted_at is null and p.blocked_at is null`)
  return found.rows.length > 0
}
