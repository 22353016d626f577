import { and, eq } from 'drizzle-orm'
import { changeProfile } from '#features/coaches/commands.ts'
import type { Actor } from '#platform/actor.ts'
import type { Services } from '#ports/services.ts'
import { conversations } from '../tables.ts'

/**
 * Switches a coach's assistant on or off for all conversations: `ai_caddie_enabled`.
 * @returns false if there is no coach profile
 */
export async function setAssistant(
  services: Pick<Services, 'db'>,
  coach: Pick<Actor, 'userId'>,
  enabled: boolean,
): Promise<boolean> {
  return await changeProfile(services.db, coach.userId, { aiCaddieEnabled: enabled })
}

/**
 * Switches the assistant on or off in one conversation: `ai_caddie_disabled`. Also resolves a pending request
 * for a person.
 * @returns false if the conversation does not belong to the coach
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
