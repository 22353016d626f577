import { and, eq } from 'drizzle-orm'
import { changeProfile } from '#features/coaches/commands.ts'
import type { Actor } from '#platform/actor.ts'
import type { Services } from '#ports/services.ts'
import { conversations } from '../tables.ts'

/** Switches a coach's assistant on or off for all conversations: `ai_caddie_enabled`. @returns false without a coach profile */
export async function setAssistant(
  services: Pick<Services, 'db'>,
  coach: Pick<Actor, 'userId'>,
  enabled: boolean,
): Promise<boolean> {
  return await changeProfile(services.db, coach.userId, { aiCaddieEnabled: enabled })
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
  const switched = await services.db
    .update(conversations)
    .set({ aiCaddieDisabled: !input.enabled, needsHuman: false, needsHumanReason: null })
    .where(and(eq(conversations.id, input.conversationId), eq(conversations.instructorId, coach.userId)))
    .returning({ id: conversations.id })
  return switched.length > 0
}
