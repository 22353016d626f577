import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import type { MessageData } from './message.ts'
import { messageTypes, reportOutcomes, reportReasons } from './message.ts'

export const conversations = pgTable('conversations', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  instructorName: text('instructor_name').notNull().default(''),
  aiCaddieDisabled: boolean('ai_caddie_disabled').notNull().default(false),
  needsHuman: boolean('needs_human').notNull().default(false),
  needsHumanReason: text('needs_human_reason'),
  messageCount: integer('message_count').notNull().default(0),
  lastMessageAt: instant('last_message_at').notNull().default(present),
  lastSenderId: uuid('last_sender_id'),
  lastMessageType: text('last_message_type', { enum: messageTypes }),
  /** Paused by staff: no messages can be sent until it is reopened. */
  suspendedAt: instant('suspended_at'),
  createdAt: instant('created_at').notNull().default(present),
})

export const conversationParticipants = pgTable(
  'conversation_participants',
  {
    conversationId: uuid('conversation_id').notNull(),
    userId: uuid('user_id').notNull(),
    side: text('side', { enum: ['student', 'coach'] }).notNull(),
    lastReadAt: instant('last_read_at'),
    lastReadPosition: integer('last_read_position').notNull().default(0),
    archivedAt: instant('archived_at'),
    mutedAt: instant('muted_at'),
    blockedAt: instant('blocked_at'),
    activeUntil: instant('active_until'),
    lastMessageAt: instant('last_message_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.conversationId, table.userId] })],
)

export const messages = pgTable('messages', {
  id: uuid('id').primaryKey().defaultRandom(),
  conversationId: uuid('conversation_id').notNull(),
  /** Assigned by the database. */
  position: integer('position').notNull(),
  senderId: uuid('sender_id').notNull(),
  content: text('content').notNull(),
  messageType: text('message_type', { enum: messageTypes }).notNull().default('text'),
  data: jsonb('data').$type<MessageData>(),
  attachmentCount: smallint('attachment_count').notNull().default(0),
  clientId: uuid('client_id'),
  impersonatedBy: uuid('impersonated_by'),
  createdAt: instant('created_at').notNull().default(present),
})

export const messageAttachments = pgTable('message_attachments', {
  id: uuid('id').primaryKey().defaultRandom(),
  uploaderId: uuid('uploader_id').notNull(),
  messageId: uuid('message_id'),
  ordinal: smallint('ordinal').notNull().default(0),
  clientId: uuid('client_id'),
  kind: text('kind', { enum: ['image', 'video'] }).notNull(),
  storageKey: text('storage_key').notNull(),
  files: jsonb('files').notNull(),
  byteSize: bigint('byte_size', { mode: 'number' }).notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  durationMs: integer('duration_ms'),
  createdAt: instant('created_at').notNull().default(present),
})

export const messageReports = pgTable('message_reports', {
  id: uuid('id').primaryKey().defaultRandom(),
  conversationId: uuid('conversation_id').notNull(),
  messageId: uuid('message_id'),
  reporterId: uuid('reporter_id'),
  reportedId: uuid('reported_id'),
  reason: text('reason', { enum: reportReasons }).notNull(),
  details: text('details'),
  status: text('status', { enum: ['open', 'resolved'] })
    .notNull()
    .default('open'),
  resolvedBy: uuid('resolved_by'),
  resolvedAt: instant('resolved_at'),
  adminNotes: text('admin_notes'),
  outcome: text('outcome', { enum: reportOutcomes }),
  createdAt: instant('created_at').notNull().default(present),
})

export const messagePreferences = pgTable('message_preferences', {
  userId: uuid('user_id').primaryKey(),
  sharePresence: boolean('share_presence').notNull().default(true),
  updatedAt: instant('updated_at').notNull().default(present),
})

export const messageDigests = pgTable('message_digests', {
  conversationId: uuid('conversation_id').notNull(),
  userId: uuid('user_id').notNull(),
  toldAt: instant('told_at').notNull(),
  dueAt: instant('due_at'),
})
