import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const paymentsOwnData: OwnData = {
  export: (db, id) =>
    readParts(db, {
      payments: sql`
        select booking_id, round(amount_cents / 100.0, 2) as amount, round(discount_cents / 100.0, 2) as discount,
          price_lines, round(refunded_cents / 100.0, 2) as refunded, currency, payment_status, payment_method, paid_at, created_at
        from payments where student_id = ${id} or instructor_id = ${id} order by created_at`,
    }),
}
