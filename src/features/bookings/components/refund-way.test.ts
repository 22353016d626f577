import { expect, test } from 'vitest'
import { refundStarted, refundWay } from './refund-way.ts'

const card = { refundCents: 8_500, giftRefundCents: 0 }
const giftCard = { refundCents: 8_500, giftRefundCents: 8_500 }
const both = { refundCents: 8_500, giftRefundCents: 2_000 }

test('a refund to a card takes days', () => {
  expect(refundWay('student', card)).toBe(
    'It goes back to the card you paid with, which takes five to ten days to show it.',
  )
  expect(refundWay('coach', card)).toContain('to the card it was paid with')
  expect(refundStarted(card)).toBe('$85 goes back to the card')
})

test('a refund to a gift card is there at once', () => {
  expect(refundWay('student', giftCard)).toBe('It goes back to your gift card at once.')
  expect(refundStarted(giftCard)).toBe('$85 goes back to the gift card')
})

test('both parts of a refund are named', () => {
  expect(refundWay('student', both)).toBe(
    '$20 goes back to your gift card at once, and $65 to the card you paid with, which takes five to ten days to show it.',
  )
  expect(refundStarted(both)).toBe('$85 goes back to the gift card and the card')
})

test('without a refund nothing is said', () => {
  expect(refundWay('student', { refundCents: 0, giftRefundCents: 0 })).toBe('')
})
