import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

/** Demo coaches who exist to be looked at: the database keeps real students away from them. */
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
  /** When somebody of ours wrote or called. */
  contactedAt: instant('contacted_at'),
  createdAt: instant('created_at').notNull(),
})
