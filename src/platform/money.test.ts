import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centsFromDollars, formatMoney, parseMoney, proportion } from './money.ts'

describe('money is whole cents', () => {
  test.each([
    ['127.50', 12750],
    ['85', 8500],
    ['0.1', 10],
    ['-3.05', -305],
    ['85.00', 8500],
  ])('%s dollars are %i cents', (dollars, cents) => {
    expect(centsFromDollars(dollars)).toBe(cents)
  })

  test.each(['', 'free', '1.005', '1e3', 'NaN', '1,000'])('"%s" is not an amount', (text) => {
    expect(() => centsFromDollars(text)).toThrow(RangeError)
  })

  test.each([
    ['85', 8_500],
    ['85.5', 8_550],
    [' $ 42.50 ', 4_250],
    ['1,234.50', 123_450],
    ['$1,200', 120_000],
    ['0', 0],
    ['10,50', undefined],
    ['1,2345', undefined],
    ['12,34,567', undefined],
    ['1.234', undefined],
    ['85.', undefined],
    ['.5', undefined],
    ['-5', undefined],
    ['1e2', undefined],
    ['8 5', undefined],
    ['eighty', undefined],
    ['99999999', undefined],
    ['', undefined],
  ])('typed as "%s": %s cents', (typed, cents) => {
    expect(parseMoney(typed)).toBe(cents)
  })

  test('every amount of cents survives a round trip through the column', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (cents) => {
        expect(centsFromDollars((cents / 100).toFixed(2))).toBe(cents)
      }),
    )
  })

  test('shares round half up: $85 for 90 minutes is $127.50, a cent and a half is two', () => {
    expect(proportion(8500, 90, 60)).toBe(12750)
    expect(proportion(1, 90, 60)).toBe(2)
    expect(proportion(8501, 30, 60)).toBe(4251)
  })

  test.each([
    [8500, '$85'],
    [12750, '$127.50'],
    [5, '$0.05'],
    [0, '$0'],
    [-8500, '-$85'],
    [123456700, '$1,234,567'],
  ])('%i cents are shown as %s', (cents, text) => {
    expect(formatMoney(cents)).toBe(text)
  })
})
