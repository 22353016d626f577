import type pg from 'pg'
import { postToLedger } from '#features/ledger/commands.ts'
import type { Lines } from '#features/ledger/ledger.ts'
import type { Cents } from '#platform/money.ts'
import { queriesOver } from './scenario-proposals.ts'

/** Something that is sold without a booking, and was paid by card. */
export interface PaidSale {
  paymentId: string
  kind: 'video_review' | 'lesson_package' | 'gift_card'
  /** Null for a gift card. */
  instructorId: string | null
  studentId: string
  cents: Cents
  /** When it was bought and paid, milliseconds since 1970, UTC. */
  at: number
  /** The entry in the books. */
  lines: Lines
}

/** Inserts the order of a sale with its payment, and enters the payment into the books. */
export async function insertPaidSale(client: pg.ClientBase, sale: PaidSale): Promise<void> {
  const { paymentId, at } = sale
  await client.query(
    `with purchase as (insert into orders (student_id, created_at) values ($4, $6) returning id)
     insert into payments (id, order_id, kind, instructor_id, student_id, amount_cents, payment_status, payment_method, paid_at, created_at)
     select $1, purchase.id, $2, $3, $4, $5, 'completed', 'card', $6, $6 from purchase`,
    [paymentId, sale.kind, sale.instructorId, sale.studentId, sale.cents, new Date(at)],
  )
  await postToLedger(queriesOver(client), {
    paymentId,
    key: `paid:${paymentId}`,
    kind: 'paid',
    at,
    lines: sale.lines,
  })
}
