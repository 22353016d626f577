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
  /** As sent, without secrets; null if it is kept as a wording with its values. */
  htmlContent: text('html_content'),
  wording: bytes('wording'),
  wordingValues: text('wording_values').array(),
  htmlDigest: bytes('html_digest'),
  /** The job for resending it; null if it cannot be resent. */
  job: jsonb('job').$type<Record<string, unknown>>(),
  sentAt: instant('sent_at'),
  /** The provider's id of the message, and the delivery status it reported. */
  providerId: text('provider_id'),
  delivery: text('delivery', { enum: ['delivered', 'undelivered', 'complained'] }),
  deliveryAt: instant('delivery_at'),
  deliveryNote: text('delivery_note'),
  createdAt: instant('created_at').notNull().default(present),
})

/** The HTML around the values of emails (decision 0152). */
export const emailWordings = pgTable('email_wordings', {
  /** SHA-256 of the parts and slots. */
  digest: bytes('digest').primaryKey(),
  parts: text('parts').array().notNull(),
  slots: smallint('slots').array().notNull(),
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

/**
 * Delivery reports from providers, each stored once. A report may arrive before the provider's id of its
 * message is stored.
 */
export const deliveryReports = pgTable(
  'delivery_reports',
  {
    channel: text('channel', { enum: ['email', 'sms'] }).notNull(),
    /** The provider's id of the report; for texts, the message id and the outcome. */
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

/** Addresses to which emails bounce or whose reader reported one as spam. */
export const suppressedAddresses = pgTable('suppressed_addresses', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Lowercase. */
  email: text('email').notNull(),
  reason: text('reason', { enum: suppressionReasons }).notNull(),
  note: text('note'),
  since: instant('since').notNull(),
  /** When the suppression was lifted by the reader or an admin. Earlier events are ignored. */
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

/** Email subscriptions of people without an account. */
export const addressSubscriptions = pgTable('address_subscriptions', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Lowercase. */
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
  /** The session in which the browser was subscribed, which may have ended; null when it is not known. */
  sessionId: uuid('session_id'),
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
