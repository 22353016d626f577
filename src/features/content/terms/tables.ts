import { date, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

export const termsVersions = pgTable('terms_versions', {
  /** The effective date. */
  version: date('version').primaryKey(),
  summary: text('summary'),
  /** Markdown; null for the text that ships with the product. */
  body: text('body'),
  announcedAt: instant('announced_at').notNull().default(present),
  /** The id of the last recipient emailed; recipients are processed in the order of their ids. */
  lettersUntil: uuid('letters_until'),
  toldAt: instant('told_at'),
})
