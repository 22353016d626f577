import { z } from 'zod'
import { meSchema, signUpSchema } from '#features/accounts/schema.ts'
import { writtenText } from '#platform/written-text.ts'
import {
  ATTACHMENTS_A_MESSAGE,
  LONGEST_FIRST_MESSAGE,
  LONGEST_MESSAGE,
  messageDataSchema,
  messageTypes,
  reportReasons,
} from './message.ts'

const contentField = writtenText()
  .trim()
  .max(LONGEST_MESSAGE, `Message must be less than ${LONGEST_MESSAGE} characters`)
  .refine((text) => !text.includes('\0'), 'Message has characters that cannot be sent')

const attachmentIdsField = z.array(z.uuid()).max(ATTACHMENTS_A_MESSAGE).default([])

const saysSomething = (input: { content: string; attachmentIds: string[] }) =>
  input.content !== '' || input.attachmentIds.length > 0
const required = { message: 'Message is required', path: ['content'] }

/** What one person writes: the id made by the browser lets the server take it once, however often it is sent. */
const written = { clientId: z.uuid(), content: contentField, attachmentIds: attachmentIdsField }

export const sendMessageSchema = z
  .object({ conversationId: z.uuid(), ...written })
  .refine(saysSomething, required)

export type SendMessageInput = z.output<typeof sendMessageSchema>

/** A student names a coach, a coach a student. Their one conversation is made, or taken up again. */
export const startConversationSchema = z
  .object({ instructorId: z.uuid().optional(), studentId: z.uuid().optional(), ...written })
  .refine(saysSomething, required)
  .refine((input) => (input.instructorId === undefined) !== (input.studentId === undefined), {
    message: 'Name a coach or a student',
    path: ['instructorId'],
  })

export type StartConversationInput = z.output<typeof startConversationSchema>

/** An account and the first words to a coach, in one form: the message is sent with the account. */
export const signUpWithMessageSchema = signUpSchema.extend({
  instructorId: z.uuid(),
  message: writtenText()
    .trim()
    .min(1, 'Message is required')
    .max(LONGEST_FIRST_MESSAGE, `Message must be less than ${LONGEST_FIRST_MESSAGE} characters`)
    .prefault(''),
})

export type SignUpWithMessageInput = z.output<typeof signUpWithMessageSchema>

/** Somebody new, and the conversation their first message is in. */
export const signedUpWithMessageSchema = meSchema.extend({ conversationId: z.uuid().nullable() })

const attachmentFileSchema = z.object({
  /** Where it is; for its two people only. */
  url: z.string(),
  type: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
})

export const attachmentSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['image', 'video']),
  /** Of the largest file, in pixels: room can be kept before it is there. */
  width: z.int(),
  height: z.int(),
  durationMs: z.int().nullable(),
  /** The same picture in sizes and formats, smallest first; of a video its one file. */
  files: z.array(attachmentFileSchema),
})

export type Attachment = z.infer<typeof attachmentSchema>

export const messageSchema = z.object({
  id: z.uuid(),
  conversationId: z.uuid(),
  /** 1, 2, 3 … without a gap: the order for everybody. */
  position: z.int(),
  senderId: z.uuid(),
  type: z.enum(messageTypes),
  content: z.string(),
  data: messageDataSchema.nullable(),
  attachments: z.array(attachmentSchema),
  /** The id its sender's browser made; null for others and for what no browser sent. */
  clientId: z.uuid().nullable(),
  /** ISO instant, UTC. */
  sentAt: z.iso.datetime(),
})

export type Message = z.infer<typeof messageSchema>

/** `before` gives the page before a position, `after` the one after it, `around` one with it in the middle; else the newest. */
export const listMessagesSchema = z.object({
  conversationId: z.uuid(),
  before: z.coerce.number().int().min(1).max(2_000_000_000).optional(),
  after: z.coerce.number().int().min(0).max(2_000_000_000).optional(),
  around: z.coerce.number().int().min(1).max(2_000_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})

/** Oldest first. */
export const messagePageSchema = z.object({
  messages: z.array(messageSchema),
  hasOlder: z.boolean(),
  hasNewer: z.boolean(),
})

export const sentMessageSchema = z.object({ conversationId: z.uuid(), message: messageSchema })

export const conversationSchema = z.object({
  id: z.uuid(),
  /** On which side the viewer is. */
  side: z.enum(['student', 'coach']),
  other: z.object({
    userId: z.uuid(),
    name: z.string(),
    /** How they are addressed: `Coach Maya`, or a student's first name. */
    label: z.string(),
    pictureUrl: z.string().nullable(),
    /** They have the conversation open; only when both share it. */
    isActive: z.boolean(),
    /** They have read up to this position. */
    lastReadPosition: z.int(),
    /** Their account was closed. */
    isGone: z.boolean(),
  }),
  lastMessage: z
    .object({
      position: z.int(),
      senderId: z.uuid(),
      type: z.enum(messageTypes),
      /** One line: its words, or `Photo`, `Video`. */
      preview: z.string(),
      sentAt: z.iso.datetime(),
    })
    .nullable(),
  lastMessageAt: z.iso.datetime(),
  /** Counts as unread by the badge's rule. */
  isUnread: z.boolean(),
  /** The other's messages the viewer has not read, at most 100. */
  unreadCount: z.int(),
  lastReadPosition: z.int(),
  isArchived: z.boolean(),
  isMuted: z.boolean(),
  /** The viewer blocked the other. That the other blocked the viewer is nobody's to know. */
  isBlocked: z.boolean(),
  /** We paused it: nobody writes in it. */
  isSuspended: z.boolean(),
  assistant: z.object({
    /** Answers in this conversation: on for the coach and not off here. */
    isOn: z.boolean(),
    /** The coach's switch for all conversations. */
    isEnabledByCoach: z.boolean(),
    /** `ai_caddie_disabled`, the switch of this conversation. */
    isDisabledHere: z.boolean(),
    needsHuman: z.boolean(),
    /** Why a person is needed; only the coach reads it. */
    reason: z.string().nullable(),
  }),
})

export type Conversation = z.infer<typeof conversationSchema>

export const listConversationsSchema = z.object({
  archived: z.stringbool().or(z.boolean()).default(false),
  /** Words of the other's name or of the messages. */
  query: z.string().trim().max(100).optional(),
  cursor: z.string().max(100).optional(),
})

/** Newest `lastMessageAt` first. */
export const conversationsSchema = z.object({
  conversations: z.array(conversationSchema),
  nextCursor: z.string().nullable(),
})

export const conversationIdSchema = z.object({ conversationId: z.uuid() })

/** Somebody the viewer may write to. */
export const recipientSchema = z.object({
  userId: z.uuid(),
  side: z.enum(['student', 'coach']),
  name: z.string(),
  label: z.string(),
  pictureUrl: z.string().nullable(),
  /** Their conversation with the viewer, when there is one. */
  conversationId: z.uuid().nullable(),
})

export type Recipient = z.infer<typeof recipientSchema>

export const unreadSchema = z.object({
  /** Conversations that count as unread; shown as 99+ from 100 on. */
  conversations: z.int(),
})

export const reportSchema = z.object({
  conversationId: z.uuid(),
  messageId: z.uuid().optional(),
  reason: z.enum(reportReasons),
  details: writtenText().trim().max(2000, 'Details must be less than 2000 characters').optional(),
  /** Blocks the other at the same time. */
  block: z.boolean().default(false),
})

export type ReportInput = z.output<typeof reportSchema>

export const searchHitSchema = z.object({
  conversationId: z.uuid(),
  otherName: z.string(),
  messageId: z.uuid(),
  /** For `messages({ around })`. */
  position: z.int(),
  senderId: z.uuid(),
  /** Words around what was found. */
  excerpt: z.string(),
  sentAt: z.iso.datetime(),
})

export const searchMessagesSchema = z.object({
  query: z.string().trim().min(2, 'Type at least 2 characters').max(100),
  conversationId: z.uuid().optional(),
  /** Hits older than this instant. */
  before: z.iso.datetime().optional(),
})

export const messagePreferencesSchema = z.object({
  /** Others one talks to see `active now`, and one sees theirs. */
  sharePresence: z.boolean(),
})
