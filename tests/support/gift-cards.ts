import { expect } from 'vitest'
import { goodCard } from './now.ts'
import type { testProduct, Visitor } from './product.ts'

/** What a buyer enters. */
export const giftCardOrder = (more: object = {}) => ({
  amountCents: 10_000,
  fromName: 'Pat',
  recipientName: 'Sam',
  recipientEmail: 'sam.gift@students.test',
  message: 'Happy birthday! Enjoy your lessons.',
  ...more,
})

/** Buys and pays a gift card. @returns its id */
export async function buyGiftCard(
  product: ReturnType<typeof testProduct>,
  buyer: Visitor,
  more: object = {},
): Promise<string> {
  const ordered = await buyer.post('/api/gift-cards', giftCardOrder(more))
  expect(ordered.status, ordered.text).toBe(201)
  const session = String(ordered.json.checkoutUrl).split('/').at(-1)
  await buyer.post(`/api/test-checkouts/${session}/payments`, goodCard)
  await product.hearPayments()
  return String(ordered.json.giftCardId)
}

/** Buys and pays a card. @returns its id, and its code as shown to the buyer */
export async function giftCardWithCode(
  product: ReturnType<typeof testProduct>,
  buyer: Visitor,
  more: object = {},
) {
  const id = await buyGiftCard(product, buyer, more)
  const shown = await buyer.post(`/api/gift-cards/${id}/code`, {})
  expect(shown.status, shown.text).toBe(200)
  return { id, code: String(shown.json.code) }
}

/** Buys cards for a student and adds them to the account. @param buyer pays them */
export async function giveGiftCards(
  product: ReturnType<typeof testProduct>,
  { buyer, student }: { buyer: Visitor; student: Visitor },
  ...amounts: number[]
) {
  const cards: { id: string; code: string }[] = []
  for (const amountCents of amounts) {
    const card = await giftCardWithCode(product, buyer, { amountCents })
    cards.push(card)
    const redeemed = await student.post('/api/gift-cards/redemptions', { code: card.code })
    expect(redeemed.status, redeemed.text).toBe(201)
  }
  return cards
}

/** What is left on the cards of an account, in cents. */
export const giftBalanceOf = async (person: Visitor): Promise<number> =>
  (await person.get('/api/me/gift-balance')).json.balanceCents

/** What all cards are worth must be what the books owe, and no card pays more than it has. */
export async function expectGiftLiability({ query }: Pick<ReturnType<typeof testProduct>, 'query'>) {
  const [sums] = await query(
    `select (select coalesce(-sum(amount_cents), 0)::int from ledger_lines where account = 'gift_cards') as owed,
       (select coalesce(sum(value), 0)::int from (
         select (select coalesce(-sum(l.amount_cents), 0) from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
             where t.payment_id = g.payment_id and l.account = 'gift_cards')
           - (select coalesce(sum(d.amount_cents - d.returned_cents), 0) from gift_card_draws d join payments p on p.id = d.payment_id
             where d.card_id = g.id and p.paid_at is not null) as value from gift_cards g) cards) as worth,
       (select count(*)::int from (select transaction_id from ledger_lines group by 1 having sum(amount_cents) <> 0) x) as uneven,
       (select count(*)::int from (
         select g.id from gift_cards g where g.amount_cents < (
           select coalesce(sum(d.amount_cents - d.returned_cents), 0) from gift_card_draws d join payments p on p.id = d.payment_id
           where d.card_id = g.id and p.payment_status <> 'failed')) overspent) as overspent`,
  )
  expect(sums?.worth).toBe(sums?.owed)
  expect(sums).toMatchObject({ uneven: 0, overspent: 0 })
}
