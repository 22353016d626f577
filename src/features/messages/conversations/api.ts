import { z } from 'zod'
import { signedIn } from '#ports/services.ts'
import { noSuchConversation, orUnknown } from '../policy.ts'
import {
  conversationIdSchema,
  conversationSchema,
  conversationsSchema,
  listConversationsSchema,
  recipientSchema,
  unreadSchema,
} from '../schema.ts'
import { markRead, setArchived, setMuted } from './commands.ts'
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
      return { recipients: await listRecipients(services.db, viewer, input) }
    }),

  unread: signedIn
    .route({ method: 'GET', path: '/unread-conversations', tags, summary: 'What the inbox badge shows' })
    .output(unreadSchema)
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
}
