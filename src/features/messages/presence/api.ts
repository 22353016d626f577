import { z } from 'zod'
import { signedIn } from '#ports/services.ts'
import { orUnknown } from '../policy.ts'
import { conversationIdSchema, messagePreferencesSchema } from '../schema.ts'
import { sayTyping, setActive, setSharePresence } from './commands.ts'
import { sharesPresence } from './queries.ts'

const tags = ['Messages']
const done = z.object({ ok: z.literal(true) })

export const presenceApi = {
  typing: signedIn
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/typing',
      tags,
      summary: 'You are typing; say so at most every 3 seconds',
    })
    .input(conversationIdSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) =>
      orUnknown(await sayTyping(services, actor, input.conversationId)),
    ),

  presence: signedIn
    .route({
      method: 'PUT',
      path: '/conversations/{conversationId}/presence',
      tags,
      summary: 'You have the conversation open, or no longer; say so every 30 seconds',
    })
    .input(conversationIdSchema.extend({ active: z.boolean() }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) =>
      orUnknown(await setActive(services, actor, input)),
    ),

  preferences: signedIn
    .route({ method: 'GET', path: '/me/message-preferences', tags, summary: 'What others see of you' })
    .output(messagePreferencesSchema)
    .handler(async ({ context: { services, actor } }) => ({
      sharePresence: await sharesPresence(services.db, actor.userId),
    })),

  setPreferences: signedIn
    .route({
      method: 'PUT',
      path: '/me/message-preferences',
      tags,
      summary: 'Decide what others see of you',
    })
    .input(messagePreferencesSchema)
    .output(messagePreferencesSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await setSharePresence(services, actor.userId, input.sharePresence)
      return input
    }),
}
