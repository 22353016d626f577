import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

/** A bought gift card. What is left on it: `queries.ts`, from the ledger and the draws. */
export const giftCards = pgTable('gift_cards', {
  id: uuid('id').primaryKey().defaultRandom(),
  paymentId: uuid('payment_id').notNull(),
  buyerId: uuid('buyer_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  idempotencyKey: text('idempotency_key'),
  fromName: text('from_name').notNull(),
  recipientName: text('recipient_name').notNull(),
  /** Null for a card that the buyer prints. */
  recipientEmail: text('recipient_email'),
  message: text('message'),
  /** When the letter to the recipient is due. */
  deliverAt: instant('deliver_at'),
  deliveredAt: instant('delivered_at'),
  /** How often the letter was sent. */
  letters: integer('letters').notNull().default(0),
  /** Of the code, which is computed from the id. Null until the card is paid. */
  codeHash: text('code_hash'),
  /** The account that the card belongs to; null again when that account was closed. */
  redeemedBy: uuid('redeemed_by'),
  redeemedAt: instant('redeemed_at'),
  createdAt: instant('created_at').notNull().default(present),
})

/** What a payment takes of a card. It counts unless the payment failed. */
export const giftCardDraws = pgTable(
  'gift_card_draws',
  {
    cardId: uuid('card_id').notNull(),
    /** Of what was bought. */
    paymentId: uuid('payment_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** What a refund put back on the card. */
    returnedCents: integer('returned_cents').notNull().default(0),
    createdAt: instant('created_at').notNull().default(present),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.paymentId] })],
)
