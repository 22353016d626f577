import { bigint, boolean, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

/** What the coaches of an area offered on one day, written when the day begins (decision 0143). */
export const marketDays = pgTable('market_days', {
  id: uuid('id').primaryKey().defaultRandom(),
  day: date('day', { mode: 'string' }).notNull(),
  area: text('area').notNull(),
  /** Coaches who were listed. */
  listed: integer('listed').notNull(),
  /** Of these, coaches with an opening within 72 hours. */
  open: integer('open').notNull(),
  /** Open and booked time of coaches who can be booked at once. */
  offeredMinutes: integer('offered_minutes').notNull(),
  /** The booked part of it: at first when the day begins, the next day that of the whole day. */
  bookedMinutes: integer('booked_minutes').notNull(),
})

// The tables below repeat what bookings, ledger, places and open times say, for figures and lists (decision 0156).

/** Lessons that count, by the time of booking; see `lessonsOf` in `statement.ts`. */
export const marketLessons = pgTable('market_lessons', {
  bookingId: uuid('booking_id').primaryKey(),
  at: instant('at').notNull(),
  firstAt: instant('first_at').notNull(),
  studentId: uuid('student_id').notNull(),
  coachId: uuid('coach_id').notNull(),
  days: integer('days').notNull(),
  area: text('area').notNull(),
  isFirst: boolean('is_first').notNull(),
  isCounted: boolean('is_counted').notNull(),
  isReturn: boolean('is_return').notNull(),
})

/** Transactions of the ledger with sales, a fee or refunds, in cents; see `entriesOf` in `statement.ts`. */
export const marketEntries = pgTable('market_entries', {
  transactionId: uuid('transaction_id').primaryKey(),
  at: instant('at').notNull(),
  bookingId: uuid('booking_id'),
  coachId: uuid('coach_id'),
  gross: integer('gross').notNull(),
  fee: integer('fee').notNull(),
  refunds: integer('refunds').notNull(),
  kind: text('kind').notNull(),
  area: text('area').notNull(),
})

/** Sums of both by month and area. */
export const marketMonths = pgTable(
  'market_months',
  {
    month: date('month', { mode: 'string' }).notNull(),
    area: text('area').notNull(),
    lessons: integer('lessons').notNull().default(0),
    firstLessons: integer('first_lessons').notNull().default(0),
    returned: integer('returned').notNull().default(0),
    gross: bigint('gross', { mode: 'number' }).notNull().default(0),
    fee: bigint('fee', { mode: 'number' }).notNull().default(0),
    refunds: bigint('refunds', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.month, table.area] })],
)

/** Students who booked in a month, by the month of their first lesson. */
export const marketReturns = pgTable(
  'market_returns',
  {
    firstMonth: date('first_month', { mode: 'string' }).notNull(),
    month: date('month', { mode: 'string' }).notNull(),
    area: text('area').notNull(),
    students: integer('students').notNull(),
  },
  (table) => [primaryKey({ columns: [table.firstMonth, table.month, table.area] })],
)

/** Students who booked their first lesson in a month, by the number of days since they joined. */
export const marketFirstDays = pgTable(
  'market_first_days',
  {
    month: date('month', { mode: 'string' }).notNull(),
    days: integer('days').notNull(),
    students: integer('students').notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.days] })],
)

/** Searches of months that have ended. */
export const marketSearches = pgTable(
  'market_searches',
  {
    month: date('month', { mode: 'string' }).notNull(),
    area: text('area').notNull(),
    searches: integer('searches').notNull(),
    withoutResult: integer('without_result').notNull(),
    zipsInVain: integer('zips_in_vain').notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.area] })],
)

/** Listed coaches with their soonest opening. */
export const marketCoaches = pgTable('market_coaches', {
  coachId: uuid('coach_id').primaryKey(),
  area: text('area').notNull(),
  soonest: instant('soonest'),
})

/** What changed since the tables above were computed; written by triggers. */
export const marketChanges = pgTable('market_changes', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  kind: text('kind', { enum: ['student', 'coach', 'lesson', 'entry', 'day', 'search'] }).notNull(),
  subjectId: uuid('subject_id'),
  day: date('day', { mode: 'string' }),
  notedAt: instant('noted_at').notNull().default(present),
})
