import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const emailTemplates = pgTable('email_templates', {
  id: uuid('id').primaryKey().defaultRandom(),
  templateKey: text('template_key').notNull(),
  templateName: text('template_name').notNull(),
  subject: text('subject').notNull(),
  htmlContent: text('html_content').notNull(),
  variables: text('variables').array().notNull().default([]),
})

export const smsTemplates = pgTable('sms_templates', {
  id: uuid('id').primaryKey().defaultRandom(),
  templateKey: text('template_key').notNull(),
  templateName: text('template_name').notNull(),
  messageContent: text('message_content').notNull(),
  variables: text('variables').array().notNull().default([]),
})

export const emailLogs = pgTable('email_logs', {
  id: uuid('id').primaryKey().defaultRandom(),
  dedupeKey: text('dedupe_key'),
  templateKey: text('template_key').notNull(),
  recipientEmail: text('recipient_email').notNull(),
  recipientName: text('recipient_name'),
  subject: text('subject').notNull(),
  status: text('status', { enum: ['sending', 'sent', 'failed'] }).notNull(),
  errorMessage: text('error_message'),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
  sentAt: moment('sent_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const smsLogs = pgTable('sms_logs', {
  id: uuid('id').primaryKey().defaultRandom(),
  dedupeKey: text('dedupe_key'),
  templateKey: text('template_key').notNull(),
  recipientPhone: text('recipient_phone').notNull(),
  recipientName: text('recipient_name'),
  messageContent: text('message_content').notNull(),
  status: text('status', { enum: ['sending', 'sent', 'failed'] }).notNull(),
  errorMessage: text('error_message'),
  sentAt: moment('sent_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})
