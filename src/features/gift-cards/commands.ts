import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { startRefund } from '#features/checkout/refunds.ts'
import { endSaleCheckout, startSaleCheckout } from '#features/checkout/sale-checkout.ts'
import { lockSales } from '#features/payments/held-sale.ts'
import { failSale, openSale } from '#features/payments/orders.ts'
import type { Actor } from '#platform/actor.ts'
import type { ActedOn } from '#platform/admin-list.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { doEach } from '#platform/each-item.ts'
import { type Refused, refused } from '#platform/errors.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { NOBODY } from '#platform/own-data.ts'
import { addDays, dateIn, OFFICE_ZONE } from '#platform/time.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { codeOf, hashOfCode, isCodeKnown, redeemUrl } from './codes.ts'
import { notifyRedeemed, notifyRefundNews, sendGiftCard } from './emails.ts'
import {
  DELIVERED_WITHIN_DAYS,
  GIFT_CARD_REFUND_DAYS,
  type GiftRefusal,
  readCode,
  shownCode,
} from './gift-card.ts'
import { deliverGiftCardsJob } from './jobs.ts'
import {
  isBuyerGone,
  isOnHold,
  listDueLetters,
  listEndedCheckouts,
  lockCards,
  mayDeliver,
  readBalance,
  readLeftOn,
} from './queries.ts'
import type { GiftCardOrder } from './schema.ts'
import { giftCards } from './tables.ts'

/** How long the checkout of a gift card can be paid. */
const CHECKOUT_MS = HOUR

type Payer = Pick<Actor, 'userId' | 'email' | 'role' | 'impersonatedBy' | 'token'>

/**
 * Starts the purchase of a gift card. The card is worth nothing until it is paid. Repeating an idempotency key returns the
 * same card and checkout.
 */
export async function buyGiftCard(
  services: Services,
  buyer: Payer,
  input: GiftCardOrder,
): Promise<{ ok: true; giftCardId: string; checkoutUrl: string } | Refused<GiftRefusal>> {
  const { db, clock } = services
  const now = clock.now()
  const { deliverOn, recipientEmail = null } = input
  const today = dateIn(now, OFFICE_ZONE)
  if (deliverOn && (deliverOn < today || deliverOn > addDays(today, DELIVERED_WITHIN_DAYS)))
    return refused('gift_date')
  const made = await db
    .transaction(async (tx) => {
      const before = await findByKey(tx, buyer.userId, input.idempotencyKey)
      if (before) return before
      const { amountCents } = input
      const sale = await openSale(tx, { studentId: buyer.userId, kind: 'gift_card', amountCents })
      await releaseKey(tx, buyer.userId, input.idempotencyKey)
      const morning = sql`greatest(${new Date(now)}::timestamptz, (${deliverOn ?? today}::date + time '09:00') at time zone ${OFFICE_ZONE})`
      const [card] = await tx
        .insert(giftCards)
        .values({
          paymentId: sale.paymentId,
          buyerId: buyer.userId,
          amountCents,
          idempotencyKey: input.idempotencyKey ?? null,
          fromName: input.fromName,
          recipientName: input.recipientName,
          recipientEmail,
          message: input.message || null,
          deliverAt: recipientEmail === null ? null : deliverOn ? morning : now,
          createdAt: now,
        })
        .onConflictDoNothing()
        .returning({ id: giftCards.id })
      // A double click: the first request is the one that counts.
      if (!card) throw new BoughtTwice()
      return { ...sale, id: card.id, checkoutUrl: null, offersCards: false, createdAt: now }
    })
    .catch(async (error) => {
      const before = error instanceof BoughtTwice && (await findByKey(db, buyer.userId, input.idempotencyKey))
      if (before) return before
      throw error
    })
  const page = `${services.env.appUrl}/gift-cards`
  const order = {
    key: made.orderId,
    amountCents: input.amountCents,
    description: `Gift card of ${formatMoney(input.amountCents)} for ${input.recipientName}`,
    terms: `It never expires. While nobody has redeemed it, you can have it refunded for ${GIFT_CARD_REFUND_DAYS} days.`,
    successUrl: `${page}/yours?card=${made.id}`,
    cancelUrl: `${page}?checkout=cancelled`,
    expiresAt: made.createdAt + CHECKOUT_MS,
  }
  return {
    ok: true,
    giftCardId: made.id,
    checkoutUrl: await startSaleCheckout(services, buyer, made, order, failSale),
  }
}

class BoughtTwice extends Error {}

async function findByKey(db: Queryable, buyerId: string, key: string | undefined) {
  if (!key) return null
  const found = await db.execute<{
    id: string
    payment_id: string
    order_id: string
    checkout_url: string | null
    offers_cards: boolean
    created_at: string
  }>(sql`
    select g.id, g.payment_id, p.order_id, o.checkout_url, o.offers_cards, extract(epoch from g.created_at) * 1000 as created_at
    from gift_cards g join payments p on p.id = g.payment_id join orders o on o.id = p.order_id
    where g.buyer_id = ${buyerId} and g.idempotency_key = ${key} and p.payment_status <> 'failed'`)
  const row = found.rows[0]
  return row
    ? {
        id: row.id,
        paymentId: row.payment_id,
        orderId: row.order_id,
        checkoutUrl: row.checkout_url,
        offersCards: row.offers_cards,
        createdAt: Math.round(Number(row.created_at)),
      }
    : null
}

/** A card whose checkout failed or ended does not keep its key, so that a repeated request buys another card. */
async function releaseKey(tx: Queryable, buyerId: string, key: string | undefined) {
  if (!key) return
  await tx
    .update(giftCards)
    .set({ idempotencyKey: null })
    .where(
      and(
        eq(giftCards.buyerId, buyerId),
        eq(giftCards.idempotencyKey, key),
        sql`exists (select from payments p where p.id = ${giftCards.paymentId} and p.payment_status = 'failed')`,
      ),
    )
}

/** Sends the letters to recipients that are due. @returns their number */
export async function deliverGiftCards(services: Services): Promise<number> {
  return await doEach(services, {
    name: deliverGiftCardsJob.name,
    items: await listDueLetters(services.db, services.clock.now()),
    idOf: (cardId) => cardId,
    work: (cardId) => services.db.transaction((tx) => deliver(services, tx, cardId)),
  })
}

/**
 * Ends the checkouts that were not paid in time and whose end the processor did not announce. Otherwise their buyers would be
 * offered to go on with them.
 * @returns their number
 */
export async function endGiftCheckouts(services: Services): Promise<number> {
  return await doEach(services, {
    name: `${deliverGiftCardsJob.name}/checkouts`,
    items: await listEndedCheckouts(services.db, services.clock.now() - CHECKOUT_MS),
    idOf: (paymentId) => paymentId,
    work: (paymentId) => endSaleCheckout(services, paymentId, failSale),
  })
}

async function deliver(services: Services, tx: Queryable, cardId: string): Promise<boolean> {
  const [named] = await tx
    .select({ paymentId: giftCards.paymentId, buyerId: giftCards.buyerId })
    .from(giftCards)
    .where(eq(giftCards.id, cardId))
  if (!named) return false
  // The buyer's account and the payment are locked before the card.
  await lockSales(tx, { paymentId: named.paymentId })
  const isDue = and(
    eq(giftCards.id, cardId),
    isNull(giftCards.deliveredAt),
    isNotNull(giftCards.recipientEmail),
  )
  const [card] = await lockCards(tx, isDue ?? sql`false`)
  if (!card?.recipientEmail) return false
  // The letter is sent after a dispute that is won: until then, its code is refused.
  if (await isOnHold(tx, cardId)) return false
  // Redeemed before its letter, or refunded: the letter is not sent any more.
  const isRight = await mayDeliver(tx, cardId)
  if (isRight) await sendGiftCard(services, tx, { ...card, recipientEmail: card.recipientEmail })
  await tx
    .update(giftCards)
    .set({
      deliveredAt: services.clock.now(),
      letters: card.letters + (isRight ? 1 : 0),
      // The first letter has the code of the present secret.
      ...(isRight ? { codeHash: hashOfCode(codeOf(services, cardId)) } : {}),
      ...((await isBuyerGone(tx, named.buyerId)) ? withoutNames : {}),
    })
    .where(eq(giftCards.id, cardId))
  return isRight
}

/** What a card keeps of its buyer and its recipient after the buyer's account was closed. */
const withoutNames = { fromName: NOBODY, recipientName: '', recipientEmail: null, message: null }

/**
 * Sends a card to its recipient again, or to another address. The code of an earlier letter stays the same; after a change of the
 * secret it cannot be sent again, and still works.
 */
export async function sendAgain(
  services: Services,
  buyer: Pick<Actor, 'userId'>,
  { giftCardId, recipientEmail }: { giftCardId: string; recipientEmail: string },
): Promise<{ ok: true } | Refused<GiftRefusal> | null> {
  return await services.db.transaction(async (tx) => {
    const card = await lockOwn(tx, buyer, giftCardId)
    if (!card) return null
    if (card.codeHash === null) return refused('gift_not_paid')
    if (card.redeemedAt !== null) return refused('gift_redeemed')
    if (!(await mayDeliver(tx, card.id))) return refused('gift_code_refunded')
    if (card.letters > 0 && !isCodeKnown(services, card)) return refused('gift_code_sent')
    const now = services.clock.now()
    const isScheduled = card.deliveredAt === null && card.deliverAt !== null && card.deliverAt > now
    // Nothing is sent while the bank decides; a later letter may get another address.
    if (!isScheduled && (await isOnHold(tx, card.id))) return refused('gift_code_blocked')
    await tx
      .update(giftCards)
      .set(
        isScheduled
          ? { recipientEmail }
          : {
              recipientEmail,
              deliverAt: now,
              deliveredAt: now,
              letters: card.letters + 1,
              codeHash: hashOfCode(codeOf(services, card.id)),
            },
      )
      .where(eq(giftCards.id, card.id))
    if (!isScheduled) await sendGiftCard(services, tx, { ...card, recipientEmail })
    return { ok: true }
  })
}

async function lockOwn(tx: Queryable, buyer: Pick<Actor, 'userId'>, cardId: string) {
  const isOwn = and(eq(giftCards.id, cardId), eq(giftCards.buyerId, buyer.userId))
  const [card] = await lockCards(tx, isOwn ?? sql`false`)
  return card ?? null
}

/** The code of a card, for its buyer; null when there is no such card, or it is not paid. */
export async function showCode(
  services: Services,
  buyer: Pick<Actor, 'userId'>,
  cardId: string,
): Promise<{ code: string; url: string } | null> {
  const [card] = await services.db
    .select()
    .from(giftCards)
    .where(and(eq(giftCards.id, cardId), eq(giftCards.buyerId, buyer.userId)))
  if (!card?.codeHash) return null
  // The secret that codes are computed with was changed since.
  if (!isCodeKnown(services, card)) return null
  const code = codeOf(services, card.id)
  return { code: shownCode(code), url: redeemUrl(services, code) }
}

/** Adds a card to the account of a student. Once for each card; repeating it changes nothing. */
export async function redeemGiftCard(
  services: Services,
  student: Pick<Actor, 'userId'>,
  typed: string,
): Promise<{ ok: true; amountCents: Cents; fromName: string; balanceCents: Cents } | Refused<GiftRefusal>> {
  const code = readCode(typed)
  if (!code) return refused('gift_code_unknown')
  return await services.db.transaction(async (tx) => {
    const [card] = await lockCards(tx, eq(giftCards.codeHash, hashOfCode(code)))
    if (!card) return refused('gift_code_unknown')
    if (card.redeemedBy !== null && card.redeemedBy !== student.userId) return refused('gift_code_used')
    const left = (await readLeftOn(tx, [card.id])).get(card.id) ?? 0
    if (card.redeemedBy === null) {
      if (left <= 0) return refused(card.redeemedAt === null ? 'gift_code_refunded' : 'gift_code_used')
      if (await isOnHold(tx, card.id)) return refused('gift_code_blocked')
      await tx
        .update(giftCards)
        .set({ redeemedBy: student.userId, redeemedAt: services.clock.now() })
        .where(eq(giftCards.id, card.id))
      if (card.buyerId !== student.userId && card.redeemedAt === null)
        await notifyRedeemed(services, tx, card)
    }
    const { balanceCents } = await readBalance(tx, student.userId)
    return { ok: true, amountCents: Math.max(0, left), fromName: card.fromName, balanceCents }
  })
}

/** Refunds a card that was not redeemed to the card of its buyer. Its code no longer works then. */
export async function refundGiftCard(
  services: Services,
  buyer: Pick<Actor, 'userId'>,
  cardId: string,
): Promise<{ ok: true; refundCents: Cents } | Refused<GiftRefusal> | null> {
  return await services.db.transaction(async (tx) => {
    const [own] = await tx
      .select({ paymentId: giftCards.paymentId })
      .from(giftCards)
      .where(and(eq(giftCards.id, cardId), eq(giftCards.buyerId, buyer.userId)))
    if (!own) return null
    // The payment is locked before its card, as everywhere.
    const [sale] = await lockSales(tx, own)
    const card = await lockOwn(tx, buyer, cardId)
    if (!sale || !card) return null
    const [{ paidAt } = { paidAt: null }] = await readPaidAt(tx, cardId)
    if (card.redeemedAt !== null) return refused('gift_redeemed')
    if (sale.paymentStatus !== 'completed' || paidAt === null)
      return refused(sale.refundedCents > 0 ? 'gift_code_refunded' : 'gift_not_paid')
    if (await isOnHold(tx, cardId)) return refused('gift_code_blocked')
    if (services.clock.now() >= paidAt + GIFT_CARD_REFUND_DAYS * DAY) return refused('gift_refund_late')
    const refund = { key: `gift-card:${cardId}`, amountCents: sale.amountCents, reason: 'student' } as const
    const refundCents = await startRefund(services, tx, sale, refund)
    if (refundCents === 0) return refused('gift_code_refunded')
    await notifyRefundNews(services, tx, card, {
      occasion: 'asked',
      text: `We are sending ${formatMoney(refundCents)} back to the card you paid with, which takes five to ten days to show it. The code no longer works.`,
    })
    return { ok: true, refundCents }
  })
}

async function readPaidAt(tx: Queryable, cardId: string) {
  const found = await tx.execute<{ paid_at: string | null }>(sql`
    select extract(epoch from p.paid_at) * 1000 as paid_at from gift_cards g join payments p on p.id = g.payment_id
    where g.id = ${cardId}`)
  return found.rows.map((row) => ({ paidAt: row.paid_at === null ? null : Math.round(Number(row.paid_at)) }))
}

/**
 * Refunds what is left on cards to the cards that bought them, also of redeemed ones. Skips cards without anything left, and
 * cards that their buyer's bank is deciding about: the bank pays these back itself.
 */
export async function refundRest(
  services: TransactionServices,
  tx: Queryable,
  ids: readonly string[],
): Promise<ActedOn[]> {
  const acted: ActedOn[] = []
  for (const id of ids.toSorted()) {
    const [named] = await tx
      .select({ paymentId: giftCards.paymentId })
      .from(giftCards)
      .where(eq(giftCards.id, id))
    const [sale] = named ? await lockSales(tx, named) : []
    const [card] = await lockCards(tx, eq(giftCards.id, id))
    const left = (await readLeftOn(tx, [id])).get(id) ?? 0
    if (!sale || !card || left <= 0 || (await isOnHold(tx, id))) continue
    const key = `gift-card-rest:${id}:${left}:${services.clock.now()}`
    const refundCents = await startRefund(services, tx, sale, { key, amountCents: left, reason: 'support' })
    if (refundCents > 0)
      acted.push({
        id,
        ids: { giftCardId: id },
        before: { leftCents: left },
        after: { leftCents: left - refundCents },
      })
  }
  return acted
}
