import { boolean, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
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

/** The files with students that coaches brought, and the letter to these students once it is confirmed. */
export const studentImports = pgTable('student_imports', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  /** The length of the lessons owed. */
  lessonMinutes: integer('lesson_minutes').notNull(),
  /** What the coach adds to the letter. */
  message: text('message'),
  confirmedAt: instant('confirmed_at'),
  importedAt: instant('imported_at').notNull().default(present),
})

/** Students of such files, one per coach and email address. */
export const broughtStudents = pgTable('brought_students', {
  id: uuid('id').primaryKey().defaultRandom(),
  importId: uuid('import_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  /** The line of the file: letters go out in this order. */
  line: integer('line').notNull(),
  /** In lower case. */
  email: text('email').notNull(),
  name: text('name'),
  phone: text('phone'),
  note: text('note'),
  lessonsOwed: smallint('lessons_owed').notNull(),
  /** When the letter went out; set without a letter for people who must not be written to. */
  writtenAt: instant('written_at'),
  remindedAt: instant('reminded_at'),
  /** The account that accepted the invitation. */
  studentId: uuid('student_id'),
  acceptedAt: instant('accepted_at'),
  createdAt: instant('created_at').notNull().default(present),
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
