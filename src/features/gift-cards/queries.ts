import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, not, type SQL, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { bookings } from '#features/bookings/tables.ts'
import { mayUseCards } from '#features/payments/saved-cards/policy.ts'
import { soldAsLabels } from '#features/payments/sold-as.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import type { Cents } from '#platform/money.ts'
import { toIso, toIsoOrNull } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { GIFT_CARD_REFUND_DAYS, type GiftState, type GiftUse } from './gift-card.ts'
import type { BoughtGiftCard, GiftBalance } from './schema.ts'
import { giftCardDraws, giftCards } from './tables.ts'

/**
 * What is left on a card, in cents: its value in the books, without what lessons took. Held lessons count, so that two of
 * them cannot take the same money. Columns are written with the name of their table, which drizzle omits in a statement
 * about one table.
 */
export const leftCents = sql`(
  (select coalesce(-sum(l.amount_cents), 0) from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
    where t.payment_id = gift_cards.payment_id and l.account = 'gift_cards')
  - (select coalesce(sum(d.amount_cents - d.returned_cents), 0) from gift_card_draws d join payments p on p.id = d.payment_id
    where d.card_id = gift_cards.id and p.payment_status <> 'failed'))`.mapWith(Number)

/** The buyer's bank questions the payment of a card. */
const isBlocked = sql<boolean>`exists (select from payment_disputes d where d.payment_id = gift_cards.payment_id
  and d.source = 'card_network' and d.bank_outcome is null)`

const refundedOf = sql`(select coalesce(sum(r.amount_cents), 0) from payment_refunds r where r.payment_id = gift_cards.payment_id)`

/** The state of a card, as SQL. */
export const giftCardState = sql<GiftState>`case
  when gift_cards.redeemed_at is not null then 'redeemed'
  when greatest(${refundedOf}, (select p.refunded_cents from payments p where p.id = gift_cards.payment_id)) >= gift_cards.amount_cents then 'refunded'
  when gift_cards.code_hash is null then 'unpaid'
  when gift_cards.delivered_at is not null then 'sent'
  when gift_cards.recipient_email is null then 'to_print'
  else 'scheduled' end`

/** What is left on the cards of an account that can be used now, the first redeemed first. */
export async function listUsable(
  db: Queryable,
  accountId: string,
): Promise<{ id: string; leftCents: Cents }[]> {
  const cards = await db
    .select({ id: giftCards.id, leftCents, isBlocked })
    .from(giftCards)
    .where(eq(giftCards.redeemedBy, accountId))
    .orderBy(giftCards.redeemedAt, giftCards.id)
  return cards.filter((card) => !card.isBlocked && card.leftCents > 0)
}

/** The gift cards of an account, what is left on them, and what they paid. */
export async function readBalance(db: Queryable, accountId: string): Promise<Omit<GiftBalance, 'mayPay'>> {
  const cards = await db
    .select({ card: giftCards, leftCents, isBlocked })
    .from(giftCards)
    .where(eq(giftCards.redeemedBy, accountId))
    .orderBy(desc(giftCards.redeemedAt), giftCards.id)
  const uses = await db
    .select({
      paymentId: payments.id,
      kind: sql<GiftUse>`${payments.kind}`,
      bookingId: bookings.id,
      title: bookings.lessonTitle,
      at: payments.createdAt,
      amountCents: sql`sum(${giftCardDraws.amountCents})`.mapWith(Number),
      returnedCents: sql`sum(${giftCardDraws.returnedCents})`.mapWith(Number),
    })
    .from(giftCardDraws)
    .innerJoin(giftCards, eq(giftCards.id, giftCardDraws.cardId))
    .innerJoin(payments, eq(payments.id, giftCardDraws.paymentId))
    .leftJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(and(eq(payments.studentId, accountId), ne(payments.paymentStatus, 'failed')))
    .groupBy(payments.id, bookings.id)
    .orderBy(desc(payments.createdAt), payments.id)
    .limit(50)
  return {
    balanceCents: cards.reduce((sum, card) => sum + (card.isBlocked ? 0 : Math.max(0, card.leftCents)), 0),
    cards: cards.map(({ card, leftCents: left, ...more }) => ({
      id: card.id,
      fromName: card.fromName,
      amountCents: card.amountCents,
      leftCents: Math.max(0, left),
      redeemedAt: toIso(card.redeemedAt ?? card.createdAt),
      isBlocked: more.isBlocked,
    })),
    uses: uses.map((use) => ({ ...use, title: use.title ?? soldAsLabels[use.kind], at: toIso(use.at) })),
  }
}

/** The cards that an account bought, the newest first; one of them when `cardId` is given. */
export async function listBought(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  buyer: Pick<Actor, 'userId' | 'impersonatedBy' | 'token'>,
  cardId?: string,
): Promise<BoughtGiftCard[]> {
  const rows = await db
    .select({
      card: giftCards,
      state: giftCardState,
      paidAt: payments.paidAt,
      isPaid: sql<boolean>`${payments.paymentStatus} in ('completed', 'partially_refunded')`,
      refundedCents: sql`greatest(${refundedOf}, ${payments.refundedCents})`.mapWith(Number),
      checkoutUrl: sql<
        string | null
      >`case when ${payments.paymentStatus} = 'pending' then ${orders.checkoutUrl} end`,
      offersCards: orders.offersCards,
      isBlocked,
    })
    .from(giftCards)
    .innerJoin(payments, eq(payments.id, giftCards.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(giftCards.buyerId, buyer.userId), cardId ? eq(giftCards.id, cardId) : undefined))
    .orderBy(desc(giftCards.createdAt), giftCards.id)
    .limit(100)
  return rows.map(({ card, state, paidAt, isPaid, refundedCents, checkoutUrl, offersCards, isBlocked }) => ({
    id: card.id,
    amountCents: card.amountCents,
    recipientName: card.recipientName,
    recipientEmail: card.recipientEmail,
    fromName: card.fromName,
    message: card.message,
    state,
    deliverAt: toIsoOrNull(card.deliverAt),
    deliveredAt: toIsoOrNull(card.deliveredAt),
    redeemedAt: toIsoOrNull(card.redeemedAt),
    boughtAt: toIso(paidAt ?? card.createdAt),
    refundedCents,
    isBlocked,
    mayRefund:
      isPaid &&
      refundedCents === 0 &&
      !isBlocked &&
      card.redeemedAt === null &&
      paidAt !== null &&
      clock.now() < paidAt + GIFT_CARD_REFUND_DAYS * DAY,
    checkoutUrl: !offersCards || mayUseCards(buyer) ? checkoutUrl : null,
  }))
}

/** The cards whose letter is due. Cards on hold are left out. @param now milliseconds since 1970, UTC */
export async function listDueLetters(db: Queryable, now: number): Promise<string[]> {
  const due = await db
    .select({ id: giftCards.id })
    .from(giftCards)
    .where(
      and(
        isNotNull(giftCards.codeHash),
        isNotNull(giftCards.recipientEmail),
        isNull(giftCards.deliveredAt),
        not(isBlocked),
        sql`${giftCards.deliverAt} <= ${new Date(now)}`,
      ),
    )
    .orderBy(asc(giftCards.deliverAt))
    .limit(500)
  return due.map(({ id }) => id)
}

/** The job looks for unpaid cards of this many days, so that it does not read all cards that were ever left unpaid. */
const UNPAID_DAYS = 365

/**
 * The payments of cards whose checkout has ended, and which still wait for their money.
 * @param before cards ordered until then: milliseconds since 1970, UTC
 */
export async function listEndedCheckouts(db: Queryable, before: number): Promise<string[]> {
  const ended = await db
    .select({ paymentId: giftCards.paymentId })
    .from(giftCards)
    .innerJoin(payments, eq(payments.id, giftCards.paymentId))
    .where(
      and(
        isNull(giftCards.codeHash),
        lte(giftCards.createdAt, before),
        gt(giftCards.createdAt, before - UNPAID_DAYS * DAY),
        eq(payments.paymentStatus, 'pending'),
      ),
    )
    .orderBy(asc(giftCards.createdAt))
    .limit(500)
  return ended.map(({ paymentId }) => paymentId)
}

/** Locks cards in the order of their ids, after all payments. */
export async function lockCards(tx: Queryable, which: SQL): Promise<(typeof giftCards.$inferSelect)[]> {
  return await tx.select().from(giftCards).where(which).orderBy(giftCards.id).for('update')
}

/** Whether the account that bought a card was closed. */
export async function isBuyerGone(db: Queryable, buyerId: string): Promise<boolean> {
  const [buyer] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, buyerId), isNull(profiles.closedAt)))
  return buyer === undefined
}

/** What is left on cards, in a statement of its own: with the cards locked, it sees every draw before. */
export async function readLeftOn(tx: Queryable, cardIds: readonly string[]): Promise<Map<string, Cents>> {
  if (cardIds.length === 0) return new Map()
  const found = await tx
    .select({ id: giftCards.id, leftCents })
    .from(giftCards)
    .where(inArray(giftCards.id, [...cardIds]))
  return new Map(found.map((card) => [card.id, card.leftCents]))
}

/** Whether the buyer's bank questions the payment of a card. */
export async function isOnHold(db: Queryable, cardId: string): Promise<boolean> {
  const [card] = await db.select({ isBlocked }).from(giftCards).where(eq(giftCards.id, cardId))
  return card?.isBlocked ?? false
}

const deliverable: readonly GiftState[] = ['scheduled', 'sent', 'to_print']

/** Whether a letter with the card may go to a recipient: the card is paid, and was neither redeemed nor refunded. */
export async function mayDeliver(db: Queryable, cardId: string): Promise<boolean> {
  const [card] = await db
    .select({ state: giftCardState, leftCents })
    .from(giftCards)
    .where(eq(giftCards.id, cardId))
  return card !== undefined && deliverable.includes(card.state) && card.leftCents > 0
}
