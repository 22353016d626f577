import { eq } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { notifyUser, sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { formatDay, OFFICE_ZONE } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { codeOf, redeemUrl } from './codes.ts'
import { shownCode } from './gift-card.ts'
import { giftCardKind, giftCardNewsBuyer, giftCardNewsKind, giftCardRecipient } from './letters.ts'
import type { giftCards } from './tables.ts'

type Sending = Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>
type Card = typeof giftCards.$inferSelect

/** Sends a card to its recipient. @param card.letters how often it was sent before */
export async function sendGiftCard(
  services: Sending,
  tx: Queryable,
  card: Card & { recipientEmail: string },
): Promise<void> {
  const code = codeOf(services, card.id)
  await sendLetter(services, tx, {
    key: `gift-card:${card.id}:${card.letters}`,
    kind: giftCardKind,
    userId: null,
    toEmail: card.recipientEmail,
    toName: card.recipientName,
    letter: fillIn(giftCardRecipient, {
      recipient_name: card.recipientName,
      from_name: card.fromName,
      amount: formatMoney(card.amountCents),
      gift_message: card.message ?? '',
      code: shownCode(code),
      redeem_url: redeemUrl(services, code),
    }),
    about: { what: 'gift_card', giftCardId: card.id },
    // The job contains the code.
    forgetAfterSeconds: DAY / 1000,
  })
}

/** The receipt of a card, for its buyer, and what happens next. */
export async function notifyBought(services: Sending, tx: Queryable, card: Card): Promise<void> {
  const { recipientName, recipientEmail, deliverAt } = card
  const next =
    recipientEmail === null || deliverAt === null
      ? 'You find its code on the page of your gift cards, ready to print.'
      : deliverAt > services.clock.now()
        ? `We send it to ${recipientEmail} on ${formatDay(deliverAt, OFFICE_ZONE)}.`
        : `We are sending it to ${recipientEmail}.`
  await tellBuyer(services, tx, card, {
    occasion: 'bought',
    title: `Your gift card for ${recipientName} is ready`,
    text: `You paid ${formatMoney(card.amountCents)}. ${next} It never expires. While nobody has redeemed it, you can have it refunded.`,
  })
}

/** Tells the buyer that the card was redeemed. */
export const notifyRedeemed = (services: Sending, tx: Queryable, card: Card): Promise<void> =>
  tellBuyer(services, tx, card, {
    occasion: 'redeemed',
    title: `Your gift card for ${card.recipientName} was redeemed`,
    text: `The ${formatMoney(card.amountCents)} can now be used for golf lessons.`,
  })

/** Tells the buyer about a refund of the card. */
export const notifyRefundNews = (
  services: Sending,
  tx: Queryable,
  card: Card,
  { occasion, text }: { occasion: string; text: string },
): Promise<void> =>
  tellBuyer(services, tx, card, {
    occasion,
    title: `Refund of your gift card${card.recipientName ? ` for ${card.recipientName}` : ''}`,
    text,
  })

/**
 * Tells who redeemed a card that money on it went back to its buyer. The buyer gets {@link notifyRefundNews}.
 * @param takenCents what was taken from the card
 */
export async function notifyTaken(
  services: Sending,
  tx: Queryable,
  card: Card,
  takenCents: Cents,
): Promise<void> {
  if (card.redeemedBy === null || card.redeemedBy === card.buyerId) return
  await tell(services, tx, card, {
    userId: card.redeemedBy,
    href: '/gift-cards/redeem',
    occasion: `taken:${takenCents}:${services.clock.now()}`,
    title: `Your gift card${card.fromName ? ` from ${card.fromName}` : ''} was refunded`,
    text: `${formatMoney(takenCents)} went back to the buyer of the gift card and is no longer on your account. If you have questions, please write to support.`,
  })
}

interface News {
  occasion: string
  title: string
  text: string
}

const tellBuyer = (services: Sending, tx: Queryable, card: Card, news: News): Promise<void> =>
  tell(services, tx, card, {
    userId: card.buyerId,
    href: `/gift-cards/yours?card=${card.id}`,
    ...news,
  })

async function tell(
  services: Sending,
  tx: Queryable,
  card: Card,
  { userId, href, occasion, title, text }: News & { userId: string; href: string },
): Promise<void> {
  const [person] = await tx
    .select({ name: profiles.fullName, closedAt: profiles.closedAt })
    .from(profiles)
    .where(eq(profiles.id, userId))
  if (!person || person.closedAt !== null) return
  await notifyUser(services, tx, {
    userId,
    kind: giftCardNewsKind,
    businessKey: `${card.id}:${occasion}`,
    title,
    body: text,
    href,
    email: fillIn(giftCardNewsBuyer, {
      full_name: person.name,
      headline: title,
      message: text,
      gift_cards_url: `${services.env.appUrl}${href}`,
    }),
    about: { what: 'account' },
  })
}
