import { eq } from 'drizzle-orm'
import { startRefund } from '#features/checkout/refunds.ts'
import type { SaleRules } from '#features/checkout/sale-rules.ts'
import { giftRefundDueLines, giftSoldLines } from '#features/ledger/ledger.ts'
import type { HeldSale } from '#features/payments/held-sale.ts'
import { failSale } from '#features/payments/orders.ts'
import type { Queryable } from '#platform/db.ts'
import { formatMoney } from '#platform/money.ts'
import { codeOf, hashOfCode } from './codes.ts'
import { notifyBought, notifyRefundNews, notifyTaken } from './emails.ts'
import { deliverGiftCardsJob } from './jobs.ts'
import { isBuyerGone, lockCards, readLeftOn } from './queries.ts'
import { giftCards } from './tables.ts'

/** A gift card as something that is sold: what was paid is owed to the person who redeems it. */
export const giftCardSale: SaleRules<HeldSale> = {
  paidLines: async (_tx, { amountCents }) => giftSoldLines(amountCents),

  async refundDueLines(tx, { id }, _keptCents, refundCents) {
    const [card] = await lockCards(tx, eq(giftCards.paymentId, id))
    const left = card && (await readLeftOn(tx, [card.id])).get(card.id)
    return giftRefundDueLines(left ?? 0, refundCents)
  },

  async fulfill(services, tx, line) {
    const card = await findCard(tx, line.id)
    // The names and the address were erased with the account, so that the code could not be sent.
    if (await isBuyerGone(tx, card.buyerId)) {
      const refund = { amountCents: line.amountCents, reason: 'late_payment' } as const
      await startRefund(services, tx, line, { key: `gift-card:${card.id}`, ...refund })
      return 'refund_started'
    }
    await tx
      .update(giftCards)
      .set({ codeHash: hashOfCode(codeOf(services, card.id)) })
      .where(eq(giftCards.id, card.id))
    await notifyBought(services, tx, card)
    if (card.deliverAt !== null && card.deliverAt <= services.clock.now())
      await services.jobs.send(tx, deliverGiftCardsJob, {})
    return 'confirmed'
  },

  release: (_services, tx, { id }) => failSale(tx, id),

  statusChanged: async () => {},

  async refundOwed(services, tx, { id }, { gift_cards: takenCents = 0 }) {
    if (takenCents > 0) await notifyTaken(services, tx, await findCard(tx, id), takenCents)
  },

  async refundSent(services, tx, { id }, { cents, refundId }) {
    const text = `We have sent ${formatMoney(cents)} back to the card you paid with.`
    await notifyRefundNews(services, tx, await findCard(tx, id), { occasion: `sent:${refundId}`, text })
  },

  async refundCameBack(services, tx, of, { cents, refundId, retryAt }) {
    const next = retryAt === null ? 'Our team will write to you.' : 'We will send it again.'
    const text = `Your bank returned ${formatMoney(cents)} to us. ${next}`
    await notifyRefundNews(services, tx, await findCard(tx, paymentOf(of)), {
      occasion: `returned:${refundId}`,
      text,
    })
  },

  async refundSentAgain(services, tx, of, { cents, refundId }) {
    const text = `We have sent ${formatMoney(cents)} to your card again.`
    await notifyRefundNews(services, tx, await findCard(tx, paymentOf(of)), {
      occasion: `again:${refundId}`,
      text,
    })
  },

  describe: async (_tx, { amountCents }) => `Gift card, ${formatMoney(amountCents)}`,
}

function paymentOf(of: { bookingId: string } | { paymentId: string }): string {
  if ('bookingId' in of) throw new Error(`booking ${of.bookingId} is no gift card`)
  return of.paymentId
}

async function findCard(tx: Queryable, paymentId: string) {
  const [card] = await tx.select().from(giftCards).where(eq(giftCards.paymentId, paymentId))
  if (!card) throw new Error(`payment ${paymentId} has no gift card`)
  return card
}

declare module '#platform/sale-kinds.ts' {
  interface SaleKinds {
    readonly gift_card: SaleRules<HeldSale>
  }
}
