import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { coach } from '#ports/services.ts'
import { noSuchConversation } from '../policy.ts'
import { conversationIdSchema } from '../schema.ts'
import { setAssistant, setConversationAssistant } from './commands.ts'

const tags = ['Messages']
const done = z.object({ ok: z.literal(true) })

export const switchesApi = {
  setAssistant: coach
    .route({
      method: 'PUT',
      path: '/coach/assistant',
      tags,
      summary: 'Let AI Caddie answer your students, or not',
    })
    .input(z.object({ enabled: z.boolean() }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      if (!(await setAssistant(services, actor, input.enabled)))
        throw new AppError('not_found', 'no_coach_profile', 'You have no coach profile yet.')
      return { ok: true }
    }),

  setConversationAssistant: coach
    .route({
      method: 'PUT',
      path: '/conversations/{conversationId}/assistant',
      tags,
      summary: 'Let AI Caddie answer in one conversation, or not',
    })
    .input(conversationIdSchema.extend({ enabled: z.boolean() }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      if (!(await setConversationAssistant(services, actor, input))) throw noSuchConversation()
      return { ok: true }
    }),
}
