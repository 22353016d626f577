import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#platform/columns.ts'
import { linkPurposes } from './link.ts'

export const accountLinks = pgTable('account_links', {
  /** SHA-256 of the token in the link. */
  tokenHash: bytes('token_hash').primaryKey(),
  purpose: text('purpose', { enum: linkPurposes }).notNull(),
  userId: uuid('user_id').notNull(),
  /** The address it was sent to. */
  email: text('email').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
  createdAt: instant('created_at').notNull(),
  /** For a change of address: the account's access version at the time of the request. */
  accessVersion: integer('access_version'),
})
