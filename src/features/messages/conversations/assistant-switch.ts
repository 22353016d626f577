import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Services } from '#ports/services.ts'

/** Switches a coach's assistant on or off for all conversations: `ai_caddie_enabled`. @returns false without a coach profile */
export async function setAssistant(
  services: Pick<Services, 'db'>,
  coach: Pick<Actor, 'userId'>,
  enabled: boolean,
): Promise<boolean> {
  const switched = await services.db.execute(sql`
    update instructor_profiles set ai_caddie_enabled = ${enabled} where user_id = ${coach.userId} returning 1`)
  return switched.rows.length > 0
}

/**
 * Switches the assistant on or off in one conversation: `ai_caddie_disabled`. Who switches it off is the person that was
 * needed. @returns false when the conversation is not the coach's
 */
export async function setConversationAssistant(
  services: Pick<Services, 'db'>,
  coach: Pick<Actor, 'userId'>,
  input: { conversationId: string; enabled: boolean },
): Promise<boolean> {
  const switched = await services.db.execute(sql`
    update conversations set ai_caddie_disabled = ${!input.enabled}, needs_human = false, needs_human_reason = null
    where id = ${input.conversationId} and instructor_id = ${coach.userId} returning 1`)
  return switched.rows.length > 0
}
