import { sql } from 'drizzle-orm'
import type { MessageEvents } from '#features/messages/events.ts'
import type { Queryable } from '#platform/db.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { PAUSE_BEFORE_ANSWER } from './assistant.ts'
import { answerMessageJob } from './jobs.ts'

/**
 * Asks the assistant about a student's message, in the transaction that stores it. Nothing happens for messages of
 * coaches, of the assistant, and where the assistant is off. Asking twice is asking once.
 */
export async function askAssistant(
  services: Pick<Services, 'jobs' | 'clock' | 'answers'>,
  tx: Queryable,
  { messageId }: MessageEvents['message_sent'],
): Promise<void> {
  const now = services.clock.now()
  // Raw: copies what the question is and where it was asked, if the assistant is to answer it.
  const asked = await tx.execute(sql`
    insert into assistant_turns (message_id, conversation_id, instructor_id, created_at)
    select m.id, c.id, c.instructor_id, ${new Date(now)}
    from messages m join conversations c on c.id = m.conversation_id
    join instructor_profiles coach on coach.user_id = c.instructor_id
    where m.id = ${messageId} and m.sender_id = c.student_id and m.message_type = 'text'
      and coach.ai_caddie_enabled and not c.ai_caddie_disabled
    on conflict do nothing returning message_id`)
  if (asked.rows.length === 0) return
  await services.jobs.send(
    tx,
    answerMessageJob,
    { messageId },
    {
      id: uuidV8(`answer-message:${messageId}`),
      notBefore: now + PAUSE_BEFORE_ANSWER,
    },
  )
}
