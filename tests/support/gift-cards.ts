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
