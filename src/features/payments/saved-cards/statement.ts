import { type SQL, sql } from 'drizzle-orm'

/** Ends the customer of an account: a job deletes it at the processor, with all cards, and then this row. */
export const endCustomerOf = (userId: string): SQL =>
  sql`update payment_customers set user_id = null, email = null, ended_at = current_instant() where user_id = ${userId}::uuid`
