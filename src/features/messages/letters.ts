import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'
import { isStillUnread } from './digests/queries.ts'
import { isReportSettled } from './moderation/queries.ts'

/** Notifications about new messages, reported conversations and their outcome. */

const messageNames = ['sender_name', 'message_count', 'message_text', 'conversation_url'] as const

/** A quotation of a message, with its line breaks. */
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

export const conversationNoticeKind = defineNotificationKind({
  id: 'conversation_notice',
  setting: {
    label: 'Notices about conversations',
    description: 'We looked at something that was reported in a conversation of yours.',
    audience: 'everybody',
    isTransactional: true,
    texts: 'none',
    icon: 'message',
    isAlert: true,
  },
  about: z.object({ what: z.literal('report'), reportId: z.uuid() }),
  check: async ({ db }, { reportId }) => ({
    why: (await isReportSettled(db, reportId)) ? null : 'the report is not settled that way any more',
  }),
})

export const conversationKinds = [newMessageKind, conversationNoticeKind]

export const newMessage = defineLetter({
  key: 'new-message',
  needs: ['conversation_url'],
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
    message: '{{site_name}}: {{sender_name}} wrote to you. Read and reply: {{conversation_url}}',
  },
})

export const newMessages = defineLetter({
  key: 'new-messages',
  needs: ['conversation_url'],
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
      '{{site_name}}: {{message_count}} new messages from {{sender_name}}. Read and reply: {{conversation_url}}',
  },
})

const noticeNames = ['explanation', 'conversation_url'] as const
const noticeWords = [
  paragraph('{{explanation}}'),
  button('Open the conversation', 'conversation_url'),
  paragraph('If you think we are wrong, write to {{support_email}}.'),
]

export const conversationWarning = defineLetter({
  key: 'conversation-warning',
  needs: ['explanation', 'conversation_url'],
  variables: noticeNames,
  email: {
    name: 'Reported message: a warning',
    subject: 'About something you wrote on {{site_name}}',
    html: page('Please mind how you write', noticeWords),
  },
})

export const conversationPaused = defineLetter({
  key: 'conversation-paused',
  needs: ['explanation', 'conversation_url'],
  variables: noticeNames,
  email: {
    name: 'Reported message: a paused conversation',
    subject: 'We paused a conversation of yours',
    html: page('We paused a conversation of yours', noticeWords),
  },
})

export const messageLetters = [newMessage, newMessages, conversationWarning, conversationPaused]
