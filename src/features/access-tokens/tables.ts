import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, present } from '#platform/columns.ts'
import type { Scope } from './scope.ts'

/** Personal access tokens for the API. Only their hashes are stored. */
export const accessTokens = pgTable('access_tokens', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  name: text('name').notNull(),
  /** SHA-256 of the token. */
  hash: bytes('hash').notNull(),
  /** Its last four characters. */
  ending: text('ending').notNull(),
  scopes: text('scopes').array().$type<Scope[]>().notNull(),
  createdAt: instant('created_at').notNull().default(present),
  /** Null: the token does not expire. */
  expiresAt: instant('expires_at'),
  lastUsedAt: instant('last_used_at'),
})
