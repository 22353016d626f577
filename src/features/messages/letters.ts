import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'
import { isStillUnread } from './digests/queries.ts'

/** What the reader of a message is sent. */

const messageNames = ['sender_name', 'message_count', 'message_text', 'conversation_url'] as const

/** What somebody wrote, as they wrote it. */
const quote = `<blockquote style="margin:0 0 24px;padding:16px 20px;border-radius:14px;background:#f3ecdf;white-space:pre-line">{{message_text}}</blockquote>`

export const newMessageKind = defineNotificationKind({
  id: 'message',
  setting: {
    label: 'Messages',
    description: 'New messages. The first is sent at once, later ones are grouped.',
    audience: 'everybody',
    isTransactional: false,
    texts: 'off',
    icon: 'message',
  },
  about: z.object({ what: z.literal('messages'), conversationId: z.uuid(), upTo: z.int() }),
  goodForDays: 30,
  check: async ({ db }, { conversationId, upTo }, { userId }) => ({
    why:
      userId && (await isStillUnread(db, { conversationId, readerId: userId }, upTo))
        ? null
        : 'it was read, or is not wanted any more',
  }),
})

export const conversationKinds = [newMessageKind]

export const newMessage = defineLetter({
  key: 'new-message',
  variables: messageNames,
  email: {
    name: 'A message',
    subject: '{{sender_name}} wrote to you',
    html: page('A message from {{sender_name}}', [
      quote,
      button('Read and reply', 'conversation_url'),
      paragraph('Please reply in your inbox: replies to this email are not read.'),
    ]),
  },
  text: {
    name: 'A message: text',
    message: 'Greenside: {{sender_name}} wrote to you. Read and reply: {{conversation_url}}',
  },
})

export const newMessages = defineLetter({
  key: 'new-messages',
  variables: messageNames,
  email: {
    name: 'Several messages, gathered',
    subject: '{{message_count}} new messages from {{sender_name}}',
    html: page('{{message_count}} messages from {{sender_name}}', [
      quote,
      button('Read and reply', 'conversation_url'),
      paragraph('Please reply in your inbox: replies to this email are not read.'),
    ]),
  },
  text: {
    name: 'Several messages: text',
    message:
      'Greenside: {{message_count}} new messages from {{sender_name}}. Read and reply: {{conversation_url}}',
  },
})

export const messageLetters = [newMessage, newMessages]
