import { doublePrecision, pgTable, text } from 'drizzle-orm/pg-core'

/** Every ZIP code of the United States and the first halves of the Canadian ones; a few lie nowhere. */
export const zipCodes = pgTable('zip_codes', {
  zip: text('zip').primaryKey(),
  city: text('city').notNull(),
  state: text('state').notNull(),
  lat: doublePrecision('lat'),
  lng: doublePrecision('lng'),
})
