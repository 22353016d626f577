import { bigint, boolean, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, present } from '#platform/columns.ts'
import { notificationChannels } from '#platform/message-kind.ts'
import { suppressionReasons } from './suppression.ts'

export const emailTemplates = pgTable('email_templates', {
  id: uuid('id').primaryKey().defaultRandom(),
  templateKey: text('template_key').notNull(),
  templateName: text('template_name').notNull(),
  subject: text('subject').notNull(),
  htmlContent: text('html_content').notNull(),
  variables: text('variables').array().notNull().default([]),
  shippedDigest: text('shipped_digest'),
  updatedAt: instant('updated_at').notNull().default(present),
})

export const smsTemplates = pgTable('sms_templates', {
  id: uuid('id').primaryKey().defaultRandom(),
  templateKey: text('template_key').notNull(),
  templateName: text('template_name').notNull(),
  messageContent: text('message_content').notNull(),
  variables: text('variables').array().notNull().default([]),
  shippedDigest: text('shipped_digest'),
  updatedAt: instant('updated_at').notNull().default(present),
})

export const emailLogs = pgTable('email_logs', {
  id: uuid('id').primaryKey().defaultRandom(),
  dedupeKey: text('dedupe_key'),
  userId: uuid('user_id'),
  templateKey: text('template_key').notNull(),
  recipientEmail: text('recipient_email').notNull(),
  recipientName: text('recipient_name'),
  subject: text('subject').notNull(),
  status: text('status', { enum: ['sending', 'sent', 'failed', 'skipped'] }).notNull(),
  errorMessage: text('error_message'),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
  /** As it left, without what would let its reader in. */
  htmlContent: text('html_content'),
  /** What it takes to send it again; null when it can't be. */
  job: jsonb('job').$type<Record<string, unknown>>(),
  sentAt: instant('sent_at'),
  /** The provider's name for it, and what became of it there. */
  providerId: text('provider_id'),
  delivery: text('delivery', { enum: ['delivered', 'undelivered', 'complained'] }),
  deliveryAt: instant('delivery_at'),
  deliveryNote: text('delivery_note'),
  createdAt: instant('created_at').notNull().default(present),
})

export const smsLogs = pgTable('sms_logs', {
  id: uuid('id').primaryKey().defaultRandom(),
  dedupeKey: text('dedupe_key'),
  userId: uuid('user_id'),
  templateKey: text('template_key').notNull(),
  recipientPhone: text('recipient_phone').notNull(),
  recipientName: text('recipient_name'),
  messageContent: text('message_content').notNull(),
  status: text('status', { enum: ['sending', 'sent', 'failed', 'skipped'] }).notNull(),
  errorMessage: text('error_message'),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
  job: jsonb('job').$type<Record<string, unknown>>(),
  sentAt: instant('sent_at'),
  providerId: text('provider_id'),
  delivery: text('delivery', { enum: ['delivered', 'undelivered'] }),
  deliveryAt: instant('delivery_at'),
  deliveryNote: text('delivery_note'),
  createdAt: instant('created_at').notNull().default(present),
})

/** What providers say of messages, each once; one that comes before we know the provider's id of its message waits for it. */
export const deliveryReports = pgTable(
  'delivery_reports',
  {
    channel: text('channel', { enum: ['email', 'sms'] }).notNull(),
    /** The provider's id of the report; of a text its id and what became of it. */
    reportId: text('report_id').notNull(),
    token: text('token'),
    providerId: text('provider_id'),
    outcome: text('outcome', { enum: ['delivered', 'undelivered', 'complained'] }).notNull(),
    note: text('note'),
    happenedAt: instant('happened_at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.reportId] })],
)

/** Addresses that letters do not reach, or whose reader called one spam. */
export const suppressedAddresses = pgTable('suppressed_addresses', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** In small letters. */
  email: text('email').notNull(),
  reason: text('reason', { enum: suppressionReasons }).notNull(),
  note: text('note'),
  since: instant('since').notNull(),
  /** Its reader has shown since, or an admin said, that letters arrive: what happened before counts no more. */
  liftedAt: instant('lifted_at'),
})

export const notifications = pgTable('notifications', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').notNull(),
  businessKey: text('business_key').notNull(),
  title: text('title').notNull(),
  body: text('body').notNull().default(''),
  href: text('href').notNull(),
  inApp: boolean('in_app').notNull().default(true),
  readAt: instant('read_at'),
  createdAt: instant('created_at').notNull(),
})

export const notificationPreferences = pgTable('notification_preferences', {
  userId: uuid('user_id').notNull(),
  kind: text('kind').notNull(),
  channel: text('channel', { enum: notificationChannels }).notNull(),
  enabled: boolean('enabled').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** Addresses of people without an account that we write to of ourselves. */
export const addressSubscriptions = pgTable('address_subscriptions', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** In small letters. */
  email: text('email').notNull(),
  kind: text('kind').notNull(),
  stoppedAt: instant('stopped_at'),
  createdAt: instant('created_at').notNull().default(present),
})

export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id').primaryKey(),
  timeZone: text('time_zone'),
  quietFrom: smallint('quiet_from'),
  quietUntil: smallint('quiet_until'),
  updatedAt: instant('updated_at').notNull(),
})

export const smsConsents = pgTable('sms_consents', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid('user_id'),
  phone: text('phone').notNull(),
  action: text('action', { enum: ['given', 'withdrawn'] }).notNull(),
  source: text('source', {
    enum: ['settings', 'text_message', 'unsubscribe_page', 'signed_out_everywhere', 'provider', 'seed'],
  }).notNull(),
  wording: text('wording').notNull(),
  ipAddress: text('ip_address'),
  isProved: boolean('is_proved').notNull().default(false),
  saidAt: instant('said_at').notNull(),
})

export const phoneCodes = pgTable('phone_codes', {
  userId: uuid('user_id').primaryKey(),
  phone: text('phone').notNull(),
  codeHash: bytes('code_hash').notNull(),
  tries: smallint('tries').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const smsInbound = pgTable('sms_inbound', {
  providerId: text('provider_id').primaryKey(),
  phone: text('phone').notNull(),
  message: text('message').notNull(),
  meaning: text('meaning', { enum: ['stop', 'start', 'help', 'other'] }).notNull(),
  receivedAt: instant('received_at').notNull(),
})

export const pushSubscriptions = pgTable('push_subscriptions', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  endpoint: text('endpoint').notNull(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  device: text('device').notNull().default(''),
  createdAt: instant('created_at').notNull(),
})

export const pushLogs = pgTable('push_logs', {
  id: uuid('id').primaryKey().defaultRandom(),
  dedupeKey: text('dedupe_key').notNull(),
  userId: uuid('user_id'),
  kind: text('kind').notNull(),
  title: text('title').notNull(),
  status: text('status', { enum: ['sending', 'sent', 'failed', 'skipped'] }).notNull(),
  errorMessage: text('error_message'),
  sentAt: instant('sent_at'),
  createdAt: instant('created_at').notNull().default(present),
})
