import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

export const promoCodes = pgTable('promo_codes', {
  id: uuid('id').primaryKey().defaultRandom(),
  code: text('code').notNull(),
  percentOff: smallint('percent_off'),
  amountOffCents: integer('amount_off_cents'),
  /** Null: good with every coach. */
  instructorId: uuid('instructor_id'),
  fundedBy: text('funded_by', { enum: ['platform', 'coach'] })
    .notNull()
    .default('platform'),
  maxUses: integer('max_uses'),
  maxUsesPerStudent: integer('max_uses_per_student').default(1),
  validFrom: instant('valid_from').notNull().default(present),
  validUntil: instant('valid_until'),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: instant('created_at').notNull().default(present),
})

/** One a browser session, for one coach. */
export const exitOffers = pgTable('exit_offers', {
  id: uuid('id').primaryKey().defaultRandom(),
  sessionId: uuid('session_id').notNull(),
  /** The browser, known by a cookie that outlives the visit; null for offers from before there was one. */
  deviceId: uuid('device_id'),
  instructorId: uuid('instructor_id').notNull(),
  percentOff: smallint('percent_off').notNull(),
  offeredAt: instant('offered_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Kept for a booking while the time is held, used up in the moment the payment arrives. */
export const bookingDiscounts = pgTable('booking_discounts', {
  bookingId: uuid('booking_id').primaryKey(),
  studentId: uuid('student_id').notNull(),
  exitOfferId: uuid('exit_offer_id'),
  promoCodeId: uuid('promo_code_id'),
  amountCents: integer('amount_cents').notNull(),
  redeemedAt: instant('redeemed_at'),
  createdAt: instant('created_at').notNull().default(present),
})
