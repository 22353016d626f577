import { z } from 'zod'
import { messageSchema } from './schema.ts'

/**
 * What `/events` tells about conversations, as the data of `notice` events (JSON, one of these).
 * Topics: `conversation:{id}` for its two people, with everything below but `assistant`; `inbox:{own user id}` with messages
 * of every conversation, `conversation` and `assistant`. After `ready` and after a gap in `position` ask for
 * `messages({ after })`: what was missed is there. Pure.
 */
export const liveNoticeSchema = z.discriminatedUnion('type', [
  /** A new message, whole: to be appended. */
  z.object({ type: z.literal('message'), conversationId: z.uuid(), message: messageSchema }),
  /** Somebody of the two has read up to a position. */
  z.object({
    type: z.literal('read'),
    conversationId: z.uuid(),
    userId: z.uuid(),
    position: z.int(),
  }),
  /** Somebody types: shown for {@link TYPING_SHOWN_MS} from now on. */
  z.object({ type: z.literal('typing'), conversationId: z.uuid(), userId: z.uuid() }),
  /** Somebody of the two has the conversation open, or no longer; only between two who share it. */
  z.object({
    type: z.literal('presence'),
    conversationId: z.uuid(),
    userId: z.uuid(),
    isActive: z.boolean(),
  }),
  /** Something else about the conversation changed (read elsewhere, archived, blocked, assistant): ask for it again. */
  z.object({ type: z.literal('conversation'), conversationId: z.uuid() }),
  /** The coach's own assistant was switched: what counts as unread changed. */
  z.object({ type: z.literal('assistant') }),
])

export type LiveNotice = z.infer<typeof liveNoticeSchema>

/** Say that somebody types at most so often, and show it for so long after the last word of it; milliseconds. */
export const TYPING_SAID_EVERY_MS = 3_000
export const TYPING_SHOWN_MS = 6_000

/** Say that the conversation is open this often; without it one counts as gone a little later. Milliseconds. */
export const ACTIVE_SAID_EVERY_MS = 30_000
export const ACTIVE_FOR_MS = 45_000
