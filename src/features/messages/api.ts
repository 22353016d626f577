import { z } from 'zod'
import { completeSignIn } from '#features/accounts/complete-sign-in.ts'
import { AppError } from '#platform/errors.ts'
import { open, signedIn } from '#ports/services.ts'
import { attachmentsApi } from './attachments/api.ts'
import { type Sent, sendMessage } from './commands.ts'
import { isParticipant } from './conversations/access.ts'
import { conversationsApi } from './conversations/api.ts'
import { digestsApi } from './digests/api.ts'
import { sendRefusalTexts } from './message.ts'
import { searchMessages } from './message-search.ts'
import { moderationApi } from './moderation/api.ts'
import { signUpWithMessage, startConversation } from './new-conversation.ts'
import { mayWriteAtAll, noSuchConversation } from './policy.ts'
import { listMessages } from './queries.ts'
import {
  listMessagesSchema,
  messagePageSchema,
  searchHitSchema,
  searchMessagesSchema,
  sendMessageSchema,
  sentMessageSchema,
  signedUpWithMessageSchema,
  signUpWithMessageSchema,
  startConversationSchema,
} from './schema.ts'

const tags = ['Messages']

/** Conversations between students and coaches. For anyone else a conversation does not exist. */
export const messagesApi = {
  ...digestsApi,
  signUpWithMessage: open
    .route({
      method: 'POST',
      path: '/accounts/with-message',
      tags,
      summary: 'Create a student account, sign in and send a first message to a coach',
      successStatus: 201,
    })
    .input(signUpWithMessageSchema)
    .output(signedUpWithMessageSchema)
    .handler(async ({ input, context }) => {
      const from = { headers: context.request.headers, ip: context.ip }
      const { opened, conversationId } = await signUpWithMessage(context.services, input, from)
      return { ...(await completeSignIn(context, opened)), conversationId }
    }),

  messages: signedIn
    .route({
      method: 'GET',
      path: '/conversations/{conversationId}/messages',
      tags,
      summary: 'A page of a conversation of yours',
    })
    .input(listMessagesSchema)
    .output(messagePageSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      if (!(await isParticipant(services.db, input.conversationId, actor.userId))) throw noSuchConversation()
      return await listMessages(services.db, actor.userId, input)
    }),

  send: signedIn
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/messages',
      tags,
      summary: 'Write in a conversation of yours; the same clientId is taken once',
      successStatus: 201,
    })
    .input(sendMessageSchema)
    .output(sentMessageSchema)
    .handler(async ({ input, context: { services, actor } }) =>
      orThrow(await sendMessage(services, actor, input)),
    ),

  start: signedIn
    .route({
      method: 'POST',
      path: '/conversations',
      tags,
      summary: 'Write to a coach, or to a student of yours; a pair has one conversation',
      successStatus: 201,
    })
    .input(startConversationSchema)
    .output(sentMessageSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      if (!mayWriteAtAll(actor))
        throw new AppError('conflict', 'cannot_write', 'This account cannot write messages.')
      return orThrow(await startConversation(services, actor, input))
    }),

  search: signedIn
    .route({ method: 'GET', path: '/message-search', tags, summary: 'Find words in your own conversations' })
    .input(searchMessagesSchema)
    .output(z.object({ hits: z.array(searchHitSchema) }))
    .handler(async ({ input, context: { services, actor } }) => ({
      hits: await searchMessages(services.db, actor.userId, input),
    })),

  ...conversationsApi,
  ...attachmentsApi,
  ...moderationApi,
}

function orThrow(sent: Sent) {
  if (sent.ok) return { conversationId: sent.message.conversationId, message: sent.message }
  const isUnknown = sent.reason === 'no_such_conversation' || sent.reason === 'no_such_person'
  throw new AppError(isUnknown ? 'not_found' : 'conflict', sent.reason, sendRefusalTexts[sent.reason])
}
