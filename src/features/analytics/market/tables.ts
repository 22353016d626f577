import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

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
