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
  /** People do not see this field; what fills in everything is no person. */
  website: z.string().max(200).default(''),
})

/** What goes over the wire: the form, and what the browser adds. Whose ticket it is follows from the session alone. */
export const sendTicketSchema = askForHelpSchema.extend({
  clientId: z.uuid(),
  subject: writtenLine().trim().min(1).max(150).default(CHAT_SUBJECT),
  /** Milliseconds from opening the form to sending it. */
  filledInMs: z.number().int().min(0).optional(),
})
export type SendTicketInput = z.output<typeof sendTicketSchema>

/** A new question on the support page: name and email are the account's. */
export const newTicketSchema = z.object({
  subject: writtenLine()
    .trim()
    .min(1, 'Say in a few words what it is about')
    .max(150, 'Please keep it under 150 characters'),
  message,
})

export const replySchema = z.object({ ticketId: z.uuid(), clientId: z.uuid(), message })
export const ticketIdSchema = z.object({ ticketId: z.uuid() })

export const ticketSummarySchema = z.object({
  id: z.uuid(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(ticketStatuses),
  replies: z.int(),
  /** True when the last word is ours. */
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

/** For admins: who asked, beside what was asked. */
export const adminTicketSchema = ticketSummarySchema.extend({
  userId: z.uuid().nullable(),
  userName: z.string(),
  userEmail: z.string(),
})
const viewersSchema = z.array(z.string())
/** One ticket as an admin reads it. */
export const anyTicketSchema = ticketSchema.omit({ replies: true }).extend({
  userId: z.uuid().nullable(),
  userName: z.string(),
  userEmail: z.string(),
  /** The admin who takes care of it. */
  owner: z.object({ name: z.string(), isMe: z.boolean() }).nullable(),
  /** The names of the other admins who have it open now. */
  viewers: viewersSchema,
  replies: z.array(
    // The admin's name, of an answer of ours.
    ticketSchema.shape.replies.element.extend({ by: z.string().nullable() }),
  ),
})
export type AnyTicket = z.infer<typeof anyTicketSchema>
/** The answer to an admin's sign that the ticket is still open on their screen. */
export const viewersAnswer = z.object({ viewers: viewersSchema, replies: z.int() })
export const ticketOwnerInput = z.object({ ticketId: z.uuid(), isMine: z.boolean() })
export const adminTicketsInput = z.object({
  status: z.enum(ticketStatuses).optional(),
  page: z.coerce.number().int().min(1).max(500).default(1),
})
export const answerTicketSchema = z.object({
  ticketId: z.uuid(),
  /** Sent by a screen that may try again; made up when it is missing. */
  clientId: z.uuid().optional(),
  adminResponse: message,
  /** How many replies the admin had seen. With more by now, the answer is not sent, so that two admins do not answer at once. */
  seenReplies: z.int().min(0).optional(),
})
export const ticketStatusInput = z.object({ ticketId: z.uuid(), status: z.enum(ticketStatuses) })
