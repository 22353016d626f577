import { date, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

export const termsVersions = pgTable('terms_versions', {
  /** The day from which it holds. */
  version: date('version').primaryKey(),
  summary: text('summary'),
  /** Markdown; null for the text that comes with the product. */
  body: text('body'),
  announcedAt: instant('announced_at').notNull().default(present),
  /** The last person written to, by id. */
  lettersUntil: uuid('letters_until'),
  toldAt: instant('told_at'),
})
