import { z } from 'zod'
import { siteName } from '#platform/site-name.ts'

/** Types, limits and additional data of messages. Pure. */

export const messageTypes = ['text', 'ai_response', 'proposal'] as const

/** `ai_response`: written by the assistant in the coach's name; `proposal`: refers to a lesson proposal. */
export type MessageType = (typeof messageTypes)[number]

/** The name of the author of an `ai_response`. */
export const ASSISTANT_NAME = 'AI Caddie'

/** The label of an `ai_response`. */
export const ANSWERED_AUTOMATICALLY = 'Answered automatically'

/** The maximum number of characters of a message, including line breaks. */
export const LONGEST_MESSAGE = 4_000
/** The maximum number of characters of the first message in the sign-up form (specification). */
export const LONGEST_FIRST_MESSAGE = 1_000
export const ATTACHMENTS_A_MESSAGE = 6
/** The page size. */
export const MESSAGES_A_PAGE = 50

/** An open time suggested by the assistant, shown as a button for booking it. */
const offeredSlotSchema = z.object({
  /** ISO instant, UTC. */
  start: z.iso.datetime(),
  durationMinutes: z.int(),
  /** IANA zone of the teaching location. */
  zone: z.string(),
  locationId: z.uuid().nullable(),
})

/** Additional content shown with the text of a message. */
export const messageDataSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('slots'), instructorId: z.uuid(), slots: z.array(offeredSlotSchema).max(12) }),
  /**
   * An event of a proposal, such as `sent`, `changes_requested` or `accepted`; its state is fetched by id.
   */
  z.object({ kind: z.literal('proposal'), proposalId: z.uuid(), event: z.string().max(40) }),
])

export type MessageData = z.infer<typeof messageDataSchema>

export const reportReasons = ['harassment', 'spam', 'off_platform_payment', 'unsafe', 'other'] as const

export const reportReasonTexts: Record<(typeof reportReasons)[number], string> = {
  harassment: 'Harassment or hate',
  spam: 'Spam or advertising',
  off_platform_payment: `Asks to pay outside ${siteName}`,
  unsafe: 'I feel unsafe',
  other: 'Something else',
}

/** How a report was resolved. */
export const reportOutcomes = ['dismissed', 'warned', 'suspended'] as const

/** Why a message cannot be sent. */
export type SendRefusal =
  | 'no_such_conversation'
  | 'not_taking_messages'
  | 'you_blocked_them'
  | 'person_gone'
  | 'conversation_suspended'
  | 'no_such_person'
  | 'no_such_attachment'

/**
 * The texts for the sender. They do not reveal a block: the recipient may also have left or may have turned
 * messages off.
 */
export const sendRefusalTexts: Record<SendRefusal, string> = {
  no_such_conversation: 'There is no such conversation.',
  not_taking_messages: 'This person is not taking messages at the moment.',
  you_blocked_them: 'You blocked this person. Unblock them to write.',
  person_gone: 'This account was closed. You cannot write to it.',
  conversation_suspended: `${siteName} paused this conversation. Please write to support.`,
  no_such_person: 'You cannot write to this person.',
  no_such_attachment: 'A file is no longer available. Please add it again.',
}

/** A message as a single line, for lists and notifications. */
export function messagePreview(message: {
  content: string
  attachments: readonly { kind: 'image' | 'video' }[]
}): string {
  const words = message.content.replace(/\s+/g, ' ').trim()
  if (words) return words.length > 140 ? `${words.slice(0, 139)}…` : words
  const [first, ...more] = message.attachments
  if (!first) return ''
  const what = first.kind === 'video' ? 'Video' : 'Photo'
  return more.length > 0 ? `${what} and ${more.length} more` : what
}
