import { bigint, boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { CHAT_SUBJECT, ticketStatuses } from './support.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow()

export const supportTickets = pgTable('support_tickets', {
  id: uuid('id').primaryKey().defaultRandom(),
  clientId: uuid('client_id').notNull(),
  /** Null for a visitor. */
  userId: uuid('user_id'),
  userEmail: text('user_email').notNull(),
  userName: text('user_name').notNull(),
  subject: text('subject').notNull().default(CHAT_SUBJECT),
  message: text('message').notNull(),
  status: text('status', { enum: ticketStatuses }).notNull().default('open'),
  createdAt: moment('created_at'),
  updatedAt: moment('updated_at'),
})

export const supportReplies = pgTable('support_replies', {
  id: uuid('id').primaryKey().defaultRandom(),
  clientId: uuid('client_id').notNull(),
  ticketId: uuid('ticket_id').notNull(),
  authorId: uuid('author_id'),
  isStaff: boolean('is_staff').notNull(),
  message: text('message').notNull(),
  createdAt: moment('created_at'),
  seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
})
