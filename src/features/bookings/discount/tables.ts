import { boolean, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

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
  validFrom: moment('valid_from').notNull().defaultNow(),
  validUntil: moment('valid_until'),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** One a browser session, for one coach. */
export const exitOffers = pgTable('exit_offers', {
  id: uuid('id').primaryKey().defaultRandom(),
  sessionId: uuid('session_id').notNull(),
  /** The browser, known by a cookie that outlives the visit; null for offers from before there was one. */
  deviceId: uuid('device_id'),
  instructorId: uuid('instructor_id').notNull(),
  percentOff: smallint('percent_off').notNull(),
  offeredAt: moment('offered_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** Kept for a booking while the time is held, used up in the moment the payment arrives. */
export const bookingDiscounts = pgTable('booking_discounts', {
  bookingId: uuid('booking_id').primaryKey(),
  studentId: uuid('student_id').notNull(),
  exitOfferId: uuid('exit_offer_id'),
  promoCodeId: uuid('promo_code_id'),
  amountCents: integer('amount_cents').notNull(),
  redeemedAt: moment('redeemed_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})
