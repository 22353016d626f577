import { sql } from 'drizzle-orm'
import { contains } from '#platform/list-page.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminList } from '#ports/services.ts'
import { refundRest } from './commands.ts'
import { giftStateLabels, giftStates } from './gift-card.ts'
import { giftCardState, leftCents } from './queries.ts'
import { giftCards as cards } from './tables.ts'

const nameOf = (id: ReturnType<typeof sql>) => sql`(select p.full_name from profiles p where p.id = ${id})`

/** Every gift card, the newest first. Codes are not shown. */
export const giftCardList: AdminList = {
  name: 'gift-cards',
  noun: ['gift card', 'gift cards'],
  from: sql`${cards}`,
  id: sql`${cards.id}`,
  idKind: 'uuid',
  columns: {
    createdAt: {
      label: 'Ordered',
      kind: 'instant',
      value: sql`${cards.createdAt}`,
      sort: true,
      filter: true,
    },
    state: {
      label: 'State',
      kind: 'choice',
      value: giftCardState,
      options: giftStates.map((value) => ({ value, label: giftStateLabels[value] })),
      filter: true,
    },
    amount: { label: 'Amount', kind: 'money', value: sql`${cards.amountCents}`, filter: true },
    left: { label: 'Left', kind: 'money', value: sql`greatest(0, ${leftCents})` },
    buyer: { label: 'Buyer', kind: 'text', value: nameOf(sql`${cards.buyerId}`) },
    recipient: { label: 'For', kind: 'text', value: sql`nullif(${cards.recipientName}, '')` },
    redeemer: { label: 'Redeemed by', kind: 'text', value: nameOf(sql`${cards.redeemedBy}`) },
    deliverAt: { label: 'Letter due', kind: 'instant', value: sql`${cards.deliverAt}`, minor: true },
    redeemedAt: { label: 'Redeemed', kind: 'instant', value: sql`${cards.redeemedAt}`, minor: true },
    paymentId: { label: 'Payment', kind: 'text', value: sql`${cards.paymentId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Name, email of buyer or recipient, or an id',
    matches: (words) =>
      isUuid(words)
        ? sql`${words}::uuid in (${cards.id}, ${cards.paymentId}, ${cards.buyerId}, ${cards.redeemedBy})`
        : sql`${contains(sql`${cards.recipientName}`, words)} or lower(${cards.recipientEmail}) = lower(${words})
          or ${cards.buyerId} = (select p.id from profiles p where lower(p.email) = lower(${words}))
          or ${cards.redeemedBy} = (select p.id from profiles p where lower(p.email) = lower(${words}))`,
  },
  acts: {
    'refund-rest': {
      label: 'Refund what is left',
      done: 'The refunds are on their way',
      confirm:
        'What is left on each card goes back to the bank card that bought it, also when the gift card was redeemed. Cards are skipped while their buyer’s bank decides about a dispute. It cannot be undone.',
      needsReason: true,
      run: (services, tx, ids) => refundRest(services, tx, ids),
    },
  },
}
