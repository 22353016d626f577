import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, present } from '#platform/columns.ts'

/** Student invitations, one per coach and email address. */
export const studentInvitations = pgTable('student_invitations', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  /** In lower case. */
  email: text('email').notNull(),
  name: text('name'),
  message: text('message'),
  /** Accepting gives access to the coach's open times although instant booking is off. */
  givesAccess: boolean('gives_access').notNull().default(true),
  /** SHA-256 of the link's token. */
  tokenHash: bytes('token_hash').notNull(),
  createdAt: instant('created_at').notNull().default(present),
  sentAt: instant('sent_at').notNull().default(present),
  expiresAt: instant('expires_at').notNull(),
  withdrawnAt: instant('withdrawn_at'),
  declinedAt: instant('declined_at'),
  acceptedAt: instant('accepted_at'),
  studentId: uuid('student_id'),
})

/** A coach's private notes about students. */
export const studentNotes = pgTable(
  'student_notes',
  {
    instructorId: uuid('instructor_id').notNull(),
    studentId: uuid('student_id').notNull(),
    note: text('note').notNull(),
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull().default(present),
  },
  (table) => [primaryKey({ columns: [table.instructorId, table.studentId] })],
)
