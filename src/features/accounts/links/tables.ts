import { customType, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { linkPurposes } from './link.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const accountLinks = pgTable('account_links', {
  /** SHA-256 of what stands in the link. */
  tokenHash: bytes('token_hash').primaryKey(),
  purpose: text('purpose', { enum: linkPurposes }).notNull(),
  userId: uuid('user_id').notNull(),
  /** Where it was sent. */
  email: text('email').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  createdAt: moment('created_at').notNull(),
  /** Of a change of address: the account's access version when it was asked for. */
  accessVersion: integer('access_version'),
})
