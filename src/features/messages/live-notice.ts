import { z } from 'zod'
import { messageSchema } from './schema.ts'

/**
 * Notices about conversations, sent by `/events` as the data of `notice` events (JSON, one of these). Topics:
 * `conversation:{id}` for its two participants, with everything below except `assistant`; `inbox:{own user
 * id}` with messages of every conversation, `conversation` and `assistant`. After `ready`, and after a gap in
 * `position`, clients call `messages({ after })` to get what they missed. Pure.
 */
export const liveNoticeSchema = z.discriminatedUnion('type', [
  /** A new message in full, to be appended. */
  z.object({ type: z.literal('message'), conversationId: z.uuid(), message: messageSchema }),
  /** One of the participants has read up to a position. */
  z.object({
    type: z.literal('read'),
    conversationId: z.uuid(),
    userId: z.uuid(),
    position: z.int(),
  }),
  /** A participant is typing: shown for {@link TYPING_SHOWN_MS}. */
  z.object({ type: z.literal('typing'), conversationId: z.uuid(), userId: z.uuid() }),
  /** A participant has opened or closed the conversation; sent only if both share their presence. */
  z.object({
    type: z.literal('presence'),
    conversationId: z.uuid(),
    userId: z.uuid(),
    isActive: z.boolean(),
  }),
  /**
   * Something else about the conversation changed (read elsewhere, archived, blocked, assistant): refetch it.
   */
  z.object({ type: z.literal('conversation'), conversationId: z.uuid() }),
  /** The coach's own assistant was switched, which changes what counts as unread. */
  z.object({ type: z.literal('assistant') }),
])

export type LiveNotice = z.infer<typeof liveNoticeSchema>

/**
 * The minimum interval between typing signals, and how long the indicator is shown after the last one;
 * milliseconds.
 */
export const TYPING_SAID_EVERY_MS = 3_000
export const TYPING_SHOWN_MS = 6_000

/** The interval of presence signals; without one, the presence expires shortly after. Milliseconds. */
export const ACTIVE_SAID_EVERY_MS = 30_000
export const ACTIVE_FOR_MS = 45_000
