import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'
import { endCustomerOf } from './saved-cards/statement.ts'

export const paymentsOwnData: OwnData = {
  // A job deletes the customer with all cards at the processor.
  erase: ({ userId }) => [endCustomerOf(userId)],

  // An intruder may have kept a card there, and the owner of the mailbox must not pay with it.
  endAccess: ({ userId, isClaimed }) =>
    isClaimed ? [{ name: 'saved cards', statement: endCustomerOf(userId) }] : [],

  export: (db, id) =>
    readParts(db, {
      payments: sql`
        select kind, booking_id, round(amount_cents / 100.0, 2) as amount, round(discount_cents / 100.0, 2) as discount,
          price_lines, round(refunded_cents / 100.0, 2) as refunded, currency, payment_status, payment_method, paid_at, created_at
        from payments where student_id = ${id} or instructor_id = ${id} order by created_at`,
      saved_cards: sql`
        select ${SAVED_CARDS_NOTE} as where_they_are, customer_id as customer_number_there, created_at
        from payment_customers where user_id = ${id} and customer_id is not null`,
    }),
}

const SAVED_CARDS_NOTE =
  'Your saved cards are kept by our payment processor, not by us. Your settings show their brand, last four digits and expiry date.'
