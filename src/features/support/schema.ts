import { z } from 'zod'
import { nameField } from '#features/accounts/schema.ts'
import { writtenLine, writtenText } from '#platform/written-text.ts'
import { CHAT_SUBJECT, ticketStatuses } from './support.ts'

const message = writtenText()
  .trim()
  .min(1, 'Message is required')
  .max(2000, 'Message must be less than 2000 characters')

/** The form behind the help button. */
export const askForHelpSchema = z.object({
  name: nameField,
  email: z
    .string()
    .trim()
    .max(255, 'Email must be less than 255 characters')
    .pipe(z.email('Invalid email address')),
  message,
  /** A honeypot: hidden from people, but filled in by bots. */
  website: z.string().max(200).default(''),
})

/** The request body: the form, and fields added by the browser. The author is taken from the session. */
export const sendTicketSchema = askForHelpSchema.extend({
  clientId: z.uuid(),
  subject: writtenLine().trim().min(1).max(150).default(CHAT_SUBJECT),
  /** Milliseconds between opening and submitting the form. */
  filledInMs: z.number().int().min(0).optional(),
})
export type SendTicketInput = z.output<typeof sendTicketSchema>

/** A new ticket from the support page: name and email come from the account. */
export const newTicketSchema = z.object({
  subject: writtenLine()
    .trim()
    .min(1, 'Enter a short subject')
    .max(150, 'Please keep it under 150 characters'),
  message,
})

export const ticketReplySchema = z.object({ ticketId: z.uuid(), clientId: z.uuid(), message })
export const ticketIdSchema = z.object({ ticketId: z.uuid() })

export const ticketSummarySchema = z.object({
  id: z.uuid(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(ticketStatuses),
  replies: z.int(),
  /** True when the newest reply is by staff. */
  isAnswered: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type TicketSummary = z.infer<typeof ticketSummarySchema>

export const ticketSchema = ticketSummarySchema.omit({ replies: true }).extend({
  replies: z.array(
    z.object({
      id: z.uuid(),
      isStaff: z.boolean(),
      message: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
})
export type Ticket = z.infer<typeof ticketSchema>

/** For admins: the ticket with its author. */
export const adminTicketSchema = ticketSummarySchema.extend({
  userId: z.uuid().nullable(),
  userName: z.string(),
  userEmail: z.string(),
})
const viewersSchema = z.array(z.string())
/** A ticket as shown to an admin. */
export const anyTicketSchema = ticketSchema.omit({ replies: true }).extend({
  userId: z.uuid().nullable(),
  userName: z.string(),
  userEmail: z.string(),
  /** The assigned admin. */
  owner: z.object({ name: z.string(), isMe: z.boolean() }).nullable(),
  /** The names of the other admins who have it open now. */
  viewers: viewersSchema,
  replies: z.array(
    // The admin's name on a staff answer.
    ticketSchema.shape.replies.element.extend({ by: z.string().nullable() }),
  ),
})
export type AnyTicket = z.infer<typeof anyTicketSchema>
/** The response to the heartbeat of an admin's page. */
export const viewersAnswer = z.object({ viewers: viewersSchema, replies: z.int() })
export const ticketOwnerInput = z.object({ ticketId: z.uuid(), isMine: z.boolean() })
export const adminTicketsInput = z.object({
  status: z.enum(ticketStatuses).optional(),
  page: z.coerce.number().int().min(1).max(500).default(1),
})
export const answerTicketSchema = z.object({
  ticketId: z.uuid(),
  /** Sent by clients that may retry; generated when missing. */
  clientId: z.uuid().optional(),
  adminResponse: message,
  /**
   * The number of replies the admin has seen. If there are more, the answer is rejected, so that two admins
   * do not answer at once.
   */
  seenReplies: z.int().min(0).optional(),
})
export const ticketStatusInput = z.object({ ticketId: z.uuid(), status: z.enum(ticketStatuses) })
