import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const profiles = pgTable('profiles', {
  id: uuid('id').primaryKey().defaultRandom(),
  fullName: text('full_name').notNull(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  userType: text('user_type', { enum: ['student', 'instructor', 'admin'] })
    .notNull()
    .default('student'),
  phone: text('phone'),
  city: text('city'),
  /** The coach who entered a student without an email address: nobody can sign in to this account. */
  enteredBy: uuid('entered_by'),
  /** A coach sees it for a confirmed lesson, until a day after. */
  sharesPhone: boolean('shares_phone').notNull().default(true),
  sharesEmail: boolean('shares_email').notNull().default(true),
  /** A code is asked for at every sign-in. */
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  isDemo: boolean('is_demo').notNull().default(false),
  /** No account: a name that a coach typed, until its owner accepts; see `invitedStudents`. */
  isInvited: boolean('is_invited').notNull().default(false),
  /** When whoever holds the account was first seen to read its mailbox. */
  mailboxProvenAt: moment('mailbox_proven_at'),
  /** Raised whenever who can get in changes. */
  accessVersion: integer('access_version').notNull().default(1),
  closedAt: moment('closed_at'),
  suspendedAt: moment('suspended_at'),
  /** Neither closed nor suspended: the account may be used. Written by the database; see `account.ts`. */
  isOpen: boolean('is_open').notNull().generatedAlwaysAs(sql`closed_at is null and suspended_at is null`),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

/** People for whom a coach entered a lesson by address, and who have not accepted yet. */
export const invitedStudents = pgTable('invited_students', {
  /** The profile with the typed name. */
  studentId: uuid('student_id').primaryKey(),
  instructorId: uuid('instructor_id').notNull(),
  /** In small letters; null once it is forgotten. */
  address: text('address'),
  /** The owner of the address blocked the coach: no letter goes there. */
  isUnwanted: boolean('is_unwanted').notNull().default(false),
  declinedAt: instant('declined_at'),
  createdAt: instant('created_at').notNull().default(present),
})

export const userRoles = pgTable(
  'user_roles',
  {
    userId: uuid('user_id').notNull(),
    role: text('role', { enum: ['admin', 'prospect', 'student'] }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.role] })],
)

/** Whose dashboard a prospect sees. */
export const prospectDemoMapping = pgTable('prospect_demo_mapping', {
  prospectId: uuid('prospect_id').primaryKey(),
  demoInstructorId: uuid('demo_instructor_id').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  token: text('token').notNull(),
  userId: uuid('user_id').notNull(),
  expiresAt: moment('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const credentials = pgTable('credentials', {
  id: uuid('id').primaryKey().defaultRandom(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  userId: uuid('user_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: moment('access_token_expires_at'),
  refreshTokenExpiresAt: moment('refresh_token_expires_at'),
  scope: text('scope'),
  password: text('password'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

/** The name of the library: the app somebody takes their codes from. Secret and backup codes are encrypted. */
export const twoFactors = pgTable('two_factors', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  verified: boolean('verified').notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: moment('locked_until'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const verifications = pgTable('verifications', {
  id: uuid('id').primaryKey().defaultRandom(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

/** Codes of the second step that were used, so that none opens anything twice. */
export const twoFactorCodesUsed = pgTable(
  'two_factor_codes_used',
  {
    userId: uuid('user_id').notNull(),
    code: text('code').notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.code] })],
)
