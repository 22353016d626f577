import { integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { lessonTypes } from '#features/bookings/booking.ts'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { instant, present } from '#platform/columns.ts'
import { offerVisibilities } from './offers/offer.ts'
import { creditStatuses, packageEndReasons } from './package.ts'
import { packageSaleStatuses } from './sales/sale.ts'

/** Packages: several lessons paid at once. */
export const lessonPackages = pgTable('lesson_packages', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** The accepted proposal; null for a package bought on the profile. */
  proposalId: uuid('proposal_id'),
  /** Null for lessons that a coach brought along and owes: nothing was paid here for them. */
  paymentId: uuid('payment_id'),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  lessonsTotal: integer('lessons_total').notNull(),
  priceCents: integer('price_cents').notNull(),
  durationMinutes: integer('duration_minutes').notNull(),
  lessonTitle: text('lesson_title').notNull(),
  lessonType: text('lesson_type', { enum: lessonTypes }).notNull(),
  teachingLocationId: uuid('teaching_location_id'),
  cancellationPolicy: text('cancellation_policy', { enum: cancellationPolicies }).notNull(),
  expiresAt: instant('expires_at').notNull(),
  remindedAt: instant('reminded_at'),
  endedAt: instant('ended_at'),
  endReason: text('end_reason', { enum: packageEndReasons }),
  /** The amount for lessons that were neither taught nor refunded, and the coach's share of it. */
  keptCents: integer('kept_cents').notNull().default(0),
  coachShareCents: integer('rest_cents').notNull().default(0),
  createdAt: instant('created_at').notNull().default(present),
})

/** One lesson of a package: available, used (or booked), or ended with the package. */
export const lessonCredits = pgTable(
  'lesson_credits',
  {
    packageId: uuid('package_id').notNull(),
    position: smallint('position').notNull(),
    valueCents: integer('value_cents').notNull(),
    status: text('status', { enum: creditStatuses }).notNull().default('available'),
    bookingId: uuid('booking_id'),
  },
  (table) => [primaryKey({ columns: [table.packageId, table.position] })],
)

/** A package that a coach sells on the profile. */
export const packageOffers = pgTable('package_offers', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  title: text('title').notNull(),
  lessonsTotal: integer('lessons_total').notNull(),
  durationMinutes: integer('duration_minutes').notNull(),
  lessonType: text('lesson_type', { enum: lessonTypes }).notNull(),
  priceCents: integer('price_cents').notNull(),
  validDays: integer('valid_days').notNull(),
  visibility: text('visibility', { enum: offerVisibilities }).notNull(),
  /** Increases with every change of the terms; a purchase requires the version the student saw. */
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

/** A held or booked lesson whose payment buys a package. Price, title and length are the booking's. */
export const packagePurchases = pgTable('package_purchases', {
  bookingId: uuid('booking_id').primaryKey(),
  offerId: uuid('offer_id'),
  lessonsTotal: integer('lessons_total').notNull(),
  validDays: integer('valid_days').notNull(),
  createdAt: instant('created_at').notNull().default(present),
})

/** A package bought on the profile without its first lesson, from the checkout on. */
export const packageSales = pgTable('package_sales', {
  paymentId: uuid('payment_id').primaryKey(),
  /** Null once the coach has removed the package from the profile. */
  offerId: uuid('offer_id'),
  /** The terms that the student saw. */
  version: integer('version').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  status: text('status', { enum: packageSaleStatuses }).notNull().default('pending'),
  title: text('title').notNull(),
  lessonType: text('lesson_type', { enum: lessonTypes }).notNull(),
  lessonsTotal: integer('lessons_total').notNull(),
  durationMinutes: integer('duration_minutes').notNull(),
  validDays: integer('valid_days').notNull(),
  cancellationPolicy: text('cancellation_policy', { enum: cancellationPolicies }).notNull(),
  checkoutExpiresAt: instant('checkout_expires_at').notNull(),
  idempotencyKey: text('idempotency_key'),
  createdAt: instant('created_at').notNull().default(present),
})
