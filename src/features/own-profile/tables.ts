import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

/** A coach's request to verify a certificate. */
export const credentialRequests = pgTable('credential_requests', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  credential: text('credential').notNull(),
  note: text('note').notNull().default(''),
  /** Deleted as soon as the request is answered. */
  documentId: uuid('document_id'),
  status: text('status', { enum: ['asked', 'checked', 'refused'] })
    .notNull()
    .default('asked'),
  answeredBy: uuid('answered_by'),
  answeredAt: instant('answered_at'),
  refusal: text('refusal'),
  createdAt: instant('created_at').notNull().default(present),
})

/** Reviews that coaches imported; approved ones are also in `custom_reviews`. */
export const importedReviews = pgTable('imported_reviews', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  author: text('author').notNull(),
  rating: smallint('rating').notNull(),
  body: text('body').notNull(),
  source: text('source').notNull(),
  status: text('status', { enum: ['asked', 'approved', 'refused'] })
    .notNull()
    .default('asked'),
  answeredBy: uuid('answered_by'),
  answeredAt: instant('answered_at'),
  refusal: text('refusal'),
  createdAt: instant('created_at').notNull().default(present),
})
