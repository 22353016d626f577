import { bigint, boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { CHAT_SUBJECT, ticketStatuses } from './support.ts'

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
  /** The admin who takes care of it. */
  ownerId: uuid('owner_id'),
  /** When the status changed last; null while it never did. */
  statusChangedAt: instant('status_changed_at'),
  /** The status that its author was last told of, or set; null while an admin never changed it. */
  toldStatus: text('told_status', { enum: ticketStatuses }),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

/** Admins who have a ticket open, or had it open lately. */
export const supportViewers = pgTable(
  'support_viewers',
  {
    ticketId: uuid('ticket_id').notNull(),
    adminId: uuid('admin_id').notNull(),
    seenAt: instant('seen_at').notNull().default(present),
  },
  (table) => [primaryKey({ columns: [table.ticketId, table.adminId] })],
)

export const supportReplies = pgTable('support_replies', {
  id: uuid('id').primaryKey().defaultRandom(),
  clientId: uuid('client_id').notNull(),
  ticketId: uuid('ticket_id').notNull(),
  authorId: uuid('author_id'),
  isStaff: boolean('is_staff').notNull(),
  message: text('message').notNull(),
  createdAt: instant('created_at').notNull().default(present),
  seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
})
