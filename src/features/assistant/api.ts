import { z } from 'zod'
import { isParticipant } from '#features/messages/conversations/access.ts'
import { noSuchConversation } from '#features/messages/policy.ts'
import { AppError } from '#platform/errors.ts'
import { coach, signedIn, student } from '#ports/services.ts'
import { askForCoach } from './ask-for-coach.ts'
import { findOpenDraft } from './proposal-draft.ts'
import { readAssistantSettings } from './queries.ts'
import {
  assistantSettingsSchema,
  conversationInput,
  liveOffersSchema,
  proposalDraftSchema,
} from './schema.ts'
import { findLiveOffers } from './slot-offers.ts'

const tags = ['Assistant']

/** The settings and drafts of the AI Caddie. Its switches are procedures of the messages feature. */
export const assistantApi = {
  settings: coach
    .route({
      method: 'GET',
      path: '/coach/assistant',
      tags,
      summary: 'Whether AI Caddie answers for you, and what it did in the last seven days',
    })
    .output(assistantSettingsSchema)
    .handler(async ({ context: { services, actor } }) => {
      const settings = await readAssistantSettings(services.db, actor.userId, services.clock.now())
      if (!settings) throw new AppError('not_found', 'no_coach_profile', 'You have no coach profile yet.')
      return { ...settings, adapter: services.assistant.name }
    }),

  draft: coach
    .route({
      method: 'GET',
      path: '/conversations/{conversationId}/proposal-draft',
      tags,
      summary: 'What AI Caddie noted for you to propose in a conversation of yours',
    })
    .input(conversationInput)
    .output(z.object({ draft: proposalDraftSchema.nullable() }))
    .handler(async ({ input, context: { services, actor } }) => {
      if (!(await isParticipant(services.db, input.conversationId, actor.userId))) throw noSuchConversation()
      const { conversationId } = input
      const now = services.clock.now()
      return { draft: await findOpenDraft(services.db, { conversationId, coachId: actor.userId, now }) }
    }),

  offers: signedIn
    .route({
      method: 'GET',
      path: '/messages/{messageId}/offers',
      tags,
      summary: 'Which times that AI Caddie offered you in a message are still open',
    })
    .input(z.object({ messageId: z.uuid() }))
    .output(liveOffersSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const now = services.clock.now()
      const open = await findLiveOffers(services.db, { ...input, reader: actor.userId, now })
      if (!open) throw new AppError('not_found', 'no_such_offer', 'There is no such offer.')
      return { open }
    }),

  askForPerson: student
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/person',
      tags,
      summary: 'Talk to the coach: AI Caddie leaves the conversation',
    })
    .input(conversationInput)
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      if (!(await askForCoach(services, actor, input.conversationId))) throw noSuchConversation()
      return { ok: true }
    }),
}
