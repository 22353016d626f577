import { sql } from 'drizzle-orm'
import { formatMoney } from '#platform/money.ts'
import { NOBODY, type OwnData, readParts } from '#platform/own-data.ts'
import { giftCardState, leftCents, readBalance } from './queries.ts'

export const giftCardsOwnData: OwnData = {
  /** What is left stays on the cards: their codes can be redeemed again. */
  async whatEnds(db, userId) {
    const { balanceCents } = await readBalance(db, userId)
    if (balanceCents === 0) return []
    return [
      {
        text: `${formatMoney(balanceCents)} is left on your gift cards. It stays on them: add the codes to another account to use it.`,
        refundCents: 0,
      },
    ]
  },

  erase({ userId }) {
    const id = sql`${userId}::uuid`
    return [
      // A card that is still to be sent needs its names until its letter is sent (`deliverGiftCards`).
      sql`update gift_cards set from_name = ${NOBODY}, recipient_name = '', recipient_email = null, message = null
        where buyer_id = ${id} and (${giftCardState} <> 'scheduled' or ${leftCents} <= 0)`,
      sql`update gift_cards set redeemed_by = null, recipient_name = '', recipient_email = null, message = null
        where redeemed_by = ${id}`,
    ]
  },

  export: (db, id) =>
    readParts(db, {
      gift_cards_you_bought: sql`
        select id, round(amount_cents / 100.0, 2) as amount, from_name, recipient_name, recipient_email, message, deliver_at,
          delivered_at, redeemed_at, created_at from gift_cards where buyer_id = ${id} order by created_at`,
      gift_cards_you_redeemed: sql`
        select id, round(amount_cents / 100.0, 2) as amount, from_name, message, redeemed_at from gift_cards
        where redeemed_by = ${id} order by redeemed_at`,
      paid_with_gift_cards: sql`
        select p.kind as what, p.booking_id, round(d.amount_cents / 100.0, 2) as amount, round(d.returned_cents / 100.0, 2) as returned, d.created_at
        from gift_card_draws d join payments p on p.id = d.payment_id where p.student_id = ${id} order by d.created_at`,
    }),
}
