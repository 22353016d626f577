import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL: whether a lesson was paid, regardless of its outcome. A paid lesson establishes a contact between a coach and a
 * student; an expired hold does not.
 * @param booking the table bookings or its alias
 */
export const isPaidLesson = (booking: SQL): SQL =>
  sql`(${booking}.status in ('confirmed', 'completed') or ${booking}.payment_status in ('completed', 'refunded', 'partially_refunded'))`
