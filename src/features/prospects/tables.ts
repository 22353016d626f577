import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

/** Demo coaches for prospects: the database prevents bookings by real students. */
export const showroomCoaches = pgTable('showroom_coaches', {
  instructorId: uuid('instructor_id').primaryKey(),
  createdAt: instant('created_at').notNull().default(present),
})

export const trialInterests = pgTable('trial_interests', {
  id: uuid('id').primaryKey().defaultRandom(),
  clientId: uuid('client_id').notNull(),
  userId: uuid('user_id'),
  fullName: text('full_name').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
  businessName: text('business_name'),
  message: text('message'),
  /** When staff contacted the prospect. */
  contactedAt: instant('contacted_at'),
  createdAt: instant('created_at').notNull(),
})
