import { customType, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, present } from '#platform/columns.ts'

const words = customType<{ data: string[] }>({ dataType: () => 'text[]' })

/** A calendar that a coach keeps elsewhere, and how reading it goes. */
export const otherCalendars = pgTable('other_calendars', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  kind: text('kind', { enum: ['address', 'google'] }).notNull(),
  name: text('name').notNull(),
  /** Encrypted: who knows a private address reads the calendar. */
  address: bytes('address'),
  addressHash: bytes('address_hash'),
  etag: text('etag'),
  lastModified: text('last_modified'),
  lastTriedAt: instant('last_tried_at'),
  lastReadAt: instant('last_read_at'),
  /** When the whole file was last read: entries that repeat are written out for so long ahead. */
  writtenOutAt: instant('written_out_at'),
  nextTryAt: instant('next_try_at').notNull().default(present),
  failure: text('failure'),
  failures: integer('failures').notNull().default(0),
  /** Since when there was no good reading; null while all is well. */
  failingSince: instant('failing_since'),
  unreadable: integer('unreadable').notNull().default(0),
  unknownZones: words('unknown_zones').notNull().default([]),
  createdAt: instant('created_at').notNull().default(present),
})
