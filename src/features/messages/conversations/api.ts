import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { coach, signedIn } from '#ports/services.ts'
import { noSuchConversation, orUnknown } from '../policy.ts'
import {
  conversationIdSchema,
  conversationSchema,
  conversationsSchema,
  listConversationsSchema,
  messagePreferencesSchema,
  recipientSchema,
  reportSchema,
  unreadMessagesSchema,
} from '../schema.ts'
import { setAssistant, setConversationAssistant } from './assistant-switch.ts'
import { reportConversation, setBlocked } from './blocks.ts'
import { markRead, setArchived, setMuted } from './commands.ts'
import { sayTyping, setActive, setSharePresence, sharesPresence } from './presence.ts'
import { countUnread, findConversation, listConversations, listRecipients } from './queries.ts'

const tags = ['Messages']
const done = z.object({ ok: z.literal(true) })

export const conversationsApi = {
  conversations: signedIn
    .route({
      method: 'GET',
      path: '/conversations',
      tags,
      summary: 'Your conversations, newest message first',
    })
    .input(listConversationsSchema)
    .output(conversationsSchema)
    .handler(({ input, context: { services, actor } }) =>
      listConversations(services.db, { ...input, userId: actor.userId, now: services.clock.now() }),
    ),

  conversation: signedIn
    .route({
      method: 'GET',
      path: '/conversations/{conversationId}',
      tags,
      summary: 'One conversation of yours',
    })
    .input(conversationIdSchema)
    .output(conversationSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const asking = { userId: actor.userId, now: services.clock.now() }
      const conversation = await findConversation(services.db, input.conversationId, asking)
      if (!conversation) throw noSuchConversation()
      return conversation
    }),

  recipients: signedIn
    .route({ method: 'GET', path: '/message-recipients', tags, summary: 'People you may write to' })
    .input(z.object({ query: z.string().trim().max(100).optional(), personId: z.uuid().optional() }))
    .output(z.object({ recipients: z.array(recipientSchema) }))
    .handler(async ({ input, context: { services, actor } }) => {
      if (actor.role !== 'student' && actor.role !== 'coach') return { recipients: [] }
      const viewer = { userId: actor.userId, side: actor.role }
      return { recipients: await listRecipients(services, viewer, input) }
    }),

  unread: signedIn
    .route({ method: 'GET', path: '/unread-conversations', tags, summary: 'What the inbox badge shows' })
    .output(unreadMessagesSchema)
    .handler(async ({ context: { services, actor } }) => ({
      conversations: await countUnread(services.db, actor.userId),
    })),

  markRead: signedIn
    .route({
      method: 'PUT',
      path: '/conversations/{conversationId}/read',
      tags,
      summary: 'You have read up to a position',
    })
    .input(conversationIdSchema.extend({ position: z.int().min(0).max(2_000_000_000) }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) =>
      orUnknown(await markRead(services, actor, input)),
    ),

  setArchived: signedIn
    .route({
      method: 'PUT',
      path: '/conversations/{conversationId}/archived',
      tags,
      summary: 'Put a conversation away, or take it back; a new message brings it back by itself',
    })
    .input(conversationIdSchema.extend({ archived: z.boolean() }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) =>
      orUnknown(await setArchived(services, actor, input)),
    ),

  setMuted: signedIn
    .route({
      method: 'PUT',
      path: '/conversations/{conversationId}/muted',
      tags,
      summary: 'Be told about new messages of a conversation, or not',
    })
    .input(conversationIdSchema.extend({ muted: z.boolean() }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) =>
      orUnknown(await setMuted(services, actor, input)),
    ),

  setBlocked: signedIn
    .route({
      method: 'PUT',
      path: '/conversations/{conversationId}/blocked',
      tags,
      summary: 'Hear no more from the other, or again; they are not told',
    })
    .input(conversationIdSchema.extend({ blocked: z.boolean() }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) =>
      orUnknown(await setBlocked(services, actor, input)),
    ),

  report: signedIn
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/reports',
      tags,
      summary: 'Tell us about a conversation or one message of it',
      successStatus: 201,
    })
    .input(reportSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) =>
      orUnknown(await reportConversation(services, actor, input)),
    ),

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
    .meta({ aboutOneself: true })
    .route({ method: 'GET', path: '/me/message-preferences', tags, summary: 'What others see of you' })
    .output(messagePreferencesSchema)
    .handler(async ({ context: { services, actor } }) => ({
      sharePresence: await sharesPresence(services.db, actor.userId),
    })),

  setPreferences: signedIn
    .meta({ aboutOneself: true })
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
