import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, present } from '#platform/columns.ts'
import type { WebhookEvent } from './webhook.ts'

/** Addresses that somebody's programs listen at. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  url: text('url').notNull(),
  events: text('events').array().$type<WebhookEvent[]>().notNull(),
  /** Sealed; what is sent is signed with it. */
  secret: bytes('secret').notNull(),
  createdAt: instant('created_at').notNull().default(present),
  /** Since when nothing arrived; null when the last try did. */
  failingSince: instant('failing_since'),
  /** Nothing is sent any more. */
  disabledAt: instant('disabled_at'),
})

/** Each thing that was told to an address, and how that went. */
export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: uuid('id').primaryKey().defaultRandom(),
  endpointId: uuid('endpoint_id').notNull(),
  event: text('event').notNull(),
  /** As it is signed and sent, each time the same. */
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull().default(present),
  attempts: integer('attempts').notNull().default(0),
  lastAttemptAt: instant('last_attempt_at'),
  lastStatus: integer('last_status'),
  lastFault: text('last_fault'),
  deliveredAt: instant('delivered_at'),
})
