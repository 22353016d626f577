import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, present } from '#platform/columns.ts'
import type { WebhookEvent } from './webhook.ts'

/** The webhook endpoints of users. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  url: text('url').notNull(),
  events: text('events').array().$type<WebhookEvent[]>().notNull(),
  /** The signing secret, encrypted. */
  secret: bytes('secret').notNull(),
  createdAt: instant('created_at').notNull().default(present),
  /** Since when deliveries have failed; null when the last one succeeded. */
  failingSince: instant('failing_since'),
  /** No deliveries are sent to a disabled endpoint. */
  disabledAt: instant('disabled_at'),
})

/** The deliveries to endpoints, and their results. */
export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: uuid('id').primaryKey().defaultRandom(),
  endpointId: uuid('endpoint_id').notNull(),
  event: text('event').notNull(),
  /** The signed request body, the same for every attempt until a name in it is removed with an account. */
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull().default(present),
  attempts: integer('attempts').notNull().default(0),
  lastAttemptAt: instant('last_attempt_at'),
  lastStatus: integer('last_status'),
  lastFault: text('last_fault'),
  deliveredAt: instant('delivered_at'),
})
