import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { golferRelations } from './golfer.ts'

/** Who plays besides the owner of an account. */
export const golfers = pgTable('golfers', {
  id: uuid('id').primaryKey().defaultRandom(),
  accountId: uuid('account_id').notNull(),
  name: text('name').notNull(),
  relation: text('relation', { enum: golferRelations }).notNull(),
  /** Only for a child. */
  yearOfBirth: smallint('year_of_birth'),
  createdAt: instant('created_at').notNull().default(present),
  /** When the guardian of a child allowed clips; null while they are not allowed, and for adults. */
  clipsAllowedAt: instant('clips_allowed_at'),
  /** Removed golfers are only shown with their past lessons. */
  removedAt: instant('removed_at'),
})
