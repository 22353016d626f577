import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LEAST_CHARGE_CENTS } from '#features/discounts/discount.ts'
import { giftShare } from '#features/payments/refund.ts'
import { codeFrom, drawsFrom, giftPartOf, readCode, shownCode, splitDraws } from './gift-card.ts'

const cents = fc.integer({ min: 1, max: 100_000 })

describe('a code', () => {
  test('can be typed in any case, with spaces or hyphens', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 32 }), (bytes) => {
        const code = codeFrom(bytes)
        expect(code).toMatch(/^[2-9A-HJ-NP-Z]{16}$/)
        expect(readCode(` ${shownCode(code).toLowerCase()} `)).toBe(code)
        expect(readCode(shownCode(code).replaceAll('-', ' – '))).toBe(code)
      }),
    )
  })

  test.each(['', 'ABCD', 'ABCD-EFGH-JKLM-NPQO', 'ABCD-EFGH-JKLM-NPQR-S', '1234-5678-9ABC-DEFG'])(
    '%j is none',
    (typed) => {
      expect(readCode(typed)).toBeNull()
    },
  )
})

describe('the part of a price that gift cards pay', () => {
  test('is at most the price and the balance, and leaves nothing or an amount that can be charged', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 200_000 }), (price, balance) => {
        const part = giftPartOf(price, balance)
        const rest = price - part
        expect(part).toBeGreaterThanOrEqual(0)
        expect(part).toBeLessThanOrEqual(Math.min(price, balance))
        expect(rest === 0 || part === 0 || rest >= LEAST_CHARGE_CENTS).toBe(true)
        if (balance >= price) expect(part).toBe(price)
      }),
    )
  })

  test('comes from one card when one is enough', () => {
    const cards = [
      { id: 'old', leftCents: 5_000 },
      { id: 'large', leftCents: 20_000 },
      { id: 'just right', leftCents: 9_000 },
    ]
    expect(drawsFrom(8_500, cards)).toEqual([{ id: 'just right', amountCents: 8_500 }])
    expect(drawsFrom(22_000, cards)).toEqual([
      { id: 'old', amountCents: 5_000 },
      { id: 'large', amountCents: 17_000 },
    ])
  })

  test('takes from no card more than is left, and from all together exactly the part', () => {
    fc.assert(
      fc.property(cents, fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 6 }), (price, lefts) => {
        const cards = lefts.map((leftCents, n) => ({ id: String(n), leftCents }))
        const part = giftPartOf(
          price,
          lefts.reduce((sum, left) => sum + left, 0),
        )
        const draws = drawsFrom(part, cards)
        expect(draws.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(part)
        for (const { id, amountCents } of draws) {
          expect(amountCents).toBeGreaterThan(0)
          expect(amountCents).toBeLessThanOrEqual(lefts[Number(id)] ?? 0)
        }
      }),
    )
  })
})

describe('what the cards pay of an order', () => {
  test('is divided so that each card pays its draw and each payment gets its part', () => {
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 4 }),
        fc.array(cents, { maxLength: 12 }),
        (lefts, prices) => {
          let missing = lefts.reduce((sum, left) => sum + left, 0)
          const parts = prices.map((price, n) => {
            const giftCents = Math.min(price, missing)
            missing -= giftCents
            return { paymentId: `payment ${n}`, giftCents }
          })
          const total = parts.reduce((sum, { giftCents }) => sum + giftCents, 0)
          const draws = drawsFrom(
            total,
            lefts.map((leftCents, n) => ({ id: `card ${n}`, leftCents })),
          )
          const split = splitDraws(draws, parts)
          const sumOf = (key: 'cardId' | 'paymentId', id: string) =>
            split.filter((one) => one[key] === id).reduce((sum, { amountCents }) => sum + amountCents, 0)
          for (const { id, amountCents } of draws) expect(sumOf('cardId', id)).toBe(amountCents)
          for (const { paymentId, giftCents } of parts) expect(sumOf('paymentId', paymentId)).toBe(giftCents)
          expect(split.every(({ amountCents }) => amountCents > 0)).toBe(true)
        },
      ),
    )
  })
})

describe('the part of a refund that goes back to gift cards', () => {
  test('never exceeds what they paid, nor the rest what the bank’s card paid, in any number of refunds', () => {
    fc.assert(
      fc.property(
        cents,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.record({ wish: cents, byOperator: fc.boolean() }), { maxLength: 6 }),
        (paidCents, share, refunds) => {
          const giftCents = Math.floor(paidCents * share)
          let [toGift, toCard] = [0, 0]
          for (const { wish, byOperator } of refunds) {
            const keptCents = paidCents - toGift - toCard
            if (byOperator) {
              // A refund on the processor's pages goes to the bank's card alone.
              toCard += Math.min(wish, paidCents - giftCents - toCard)
              continue
            }
            const amountCents = Math.min(wish, keptCents)
            if (amountCents === 0) continue
            const part = giftShare({ paidCents, giftCents, keptCents, returnedCents: toGift, amountCents })
            expect(part).toBeGreaterThanOrEqual(0)
            toGift += part
            toCard += amountCents - part
            expect(toGift).toBeLessThanOrEqual(giftCents)
            expect(toCard).toBeLessThanOrEqual(paidCents - giftCents)
          }
          const rest = paidCents - toGift - toCard
          if (rest > 0)
            toGift += giftShare({
              paidCents,
              giftCents,
              keptCents: rest,
              returnedCents: toGift,
              amountCents: rest,
            })
          expect(toGift).toBe(giftCents)
        },
      ),
    )
  })

  test('is in proportion to what they paid', () => {
    const half = {
      paidCents: 8_500,
      giftCents: 5_000,
      keptCents: 8_500,
      returnedCents: 0,
      amountCents: 4_250,
    }
    expect(giftShare(half)).toBe(2_500)
  })
})
