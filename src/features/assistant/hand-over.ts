import { sql } from 'drizzle-orm'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { type HandOver, handOverText, leavesAfter } from './assistant.ts'
import { coachNeeded, coachNeededKind } from './letters.ts'

type HandingOver = Pick<Services, 'jobs' | 'clock' | 'env' | 'answers'>

interface HandedOver extends Record<string, unknown> {
  is_new: boolean
  instructor_id: string
  coach_name: string
  student_name: string
  message_count: number
  is_muted: boolean
}

/**
 * Marks a conversation as one that needs its coach, and tells the coach: once until they answer, whatever else is asked in
 * it meanwhile, and not at all where they muted it.
 */
export async function handOverToCoach(
  services: HandingOver,
  tx: Queryable,
  conversationId: string,
  reason: HandOver,
): Promise<void> {
  // Raw: changes the conversation and says what it was before, in one statement.
  const called = await tx.execute<HandedOver>(sql`
    update conversations c set needs_human = true, needs_human_reason = ${handOverText(reason)},
      ai_caddie_disabled = c.ai_caddie_disabled or ${leavesAfter(reason)}
    from (select id, needs_human from conversations where id = ${conversationId} for no key update) before
      join conversation_participants p on p.conversation_id = before.id and p.side = 'coach'
    where c.id = before.id
    returning not before.needs_human as is_new, c.instructor_id, c.instructor_name as coach_name, c.message_count,
      (select full_name from profiles where id = c.student_id) as student_name,
      p.muted_at is not null or p.blocked_at is not null as is_muted`)
  const row = called.rows[0]
  if (!row?.is_new || row.is_muted) return
  const href = `/inbox?conversation=${conversationId}`
  await notifyUser(services, tx, {
    userId: row.instructor_id,
    kind: coachNeededKind,
    // The place in the conversation: the next call after an answer is another one.
    businessKey: `${conversationId}:${row.message_count}`,
    title: `${row.student_name} needs you`,
    body: `${handOverText(reason)}. Please answer yourself.`,
    href,
    email: fillIn(coachNeeded, {
      coach_name: row.coach_name,
      student_name: row.student_name,
      reason: handOverText(reason),
      conversation_url: `${services.env.appUrl}${href}`,
    }),
    about: { what: 'call', conversationId },
  })
}
