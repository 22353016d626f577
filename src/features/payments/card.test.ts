import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  brandName,
  cardBrand,
  expiryText,
  fieldOfRefusal,
  formatCvc,
  formatExpiry,
  groupCardNumber,
  pathWithin,
  testCards,
} from './card.ts'

describe('a card number during typing', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242', 'Visa'],
    ['4242 4242-4242.4242', '4242 4242 4242 4242', 'Visa'],
    ['378282246310005', '3782 822463 10005', 'Amex'],
    ['5555555555554444', '5555 5555 5555 4444', 'Mastercard'],
    ['2720990000000000', '2720 9900 0000 0000', 'Mastercard'],
    ['6011111111111117', '6011 1111 1111 1117', 'Discover'],
    ['42424', '4242 4', 'Visa'],
    ['', '', null],
    ['card', '', null],
  ])('%s is shown as "%s" and looks like %s', (typed, shown, brand) => {
    expect(groupCardNumber(typed)).toBe(shown)
    expect(cardBrand(typed)).toBe(brand)
  })

  test('stays the same when formatted again, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const once = groupCardNumber(typed)
        expect(groupCardNumber(once)).toBe(once)
      }),
    )
  })
})

describe('an expiry date during typing', () => {
  test.each([
    ['1', '1'],
    ['3', '03 / '],
    ['12', '12 / '],
    ['1/', '01 / '],
    ['1/3', '01 / 3'],
    ['1234', '12 / 34'],
    ['12/34', '12 / 34'],
    ['12/2034', '12 / 34'],
    ['122034', '12 / 34'],
    ['12 / 345', '12 / 34'],
  ])('"%s" is shown as "%s"', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown)
  })
})

test('a security code is at most four digits', () => {
  expect(formatCvc('12a34 5')).toBe('1234')
})

test('an error about one field is shown at that field, a bank decline at the form', () => {
  expect(fieldOfRefusal('invalid_number')).toBe('number')
  expect(fieldOfRefusal('invalid_expiry')).toBe('expiry')
  expect(fieldOfRefusal('invalid_cvc')).toBe('cvc')
  expect(fieldOfRefusal('declined')).toBeNull()
})

describe('redirects after checkout', () => {
  test.each([
    ['http://localhost:3000/payment-success?session_id=cs_1', '/payment-success?session_id=cs_1'],
    [
      '/instructor/1?checkout=cancelled#instant-book-section',
      '/instructor/1?checkout=cancelled#instant-book-section',
    ],
    ['https://evil.example//elsewhere.example', '/elsewhere.example'],
    ['javascript:alert(1)', '/alert(1)'],
    ['http://', '/'],
  ])('%s leads to %s on this site', (address, path) => {
    expect(pathWithin(address)).toBe(path)
  })
})

test('the helper lists a card for each outcome', () => {
  expect(testCards.map((card) => card.number)).toEqual([
    '4242424242424242',
    '4000000000000002',
    '4000000000009995',
    '4000002760003184',
    '4000000000000341',
  ])
})

test('a saved card is named by its brand and its printed expiry date', () => {
  expect(['visa', 'amex', 'a-new-brand'].map(brandName)).toEqual(['Visa', 'American Express', 'Card'])
  expect(expiryText({ expMonth: 4, expYear: 2031 })).toBe('04/31')
})
