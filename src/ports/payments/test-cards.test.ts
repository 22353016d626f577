import { expect, test } from 'vitest'
import { judgeCard } from './test-cards.ts'

const NOW = Date.UTC(2026, 10, 20, 15)
const good = { number: '4242424242424242', expiry: '12/30', cvc: '123' }

test.each([
  ['the card everybody knows', {}, 'paid'],
  ['its number in groups', { number: ' 4242 4242-4242 4242 ' }, 'paid'],
  ['another brand', { number: '5555555555554444' }, 'paid'],
  ['a brand with fifteen digits and a code of four', { number: '378282246310005', cvc: '1234' }, 'paid'],
  ['a declined card', { number: '4000000000000002' }, 'declined'],
  ['an empty account', { number: '4000000000009995' }, 'insufficient_funds'],
  ['a valid number that is no test card', { number: '4111111111111111' }, 'declined'],
  ['one digit wrong', { number: '4242424242424241' }, 'invalid_number'],
  ['two digits swapped', { number: '2442424242424242' }, 'invalid_number'],
  ['too few digits', { number: '42' }, 'invalid_number'],
  ['letters', { number: '4242abcd42424242' }, 'invalid_number'],
  ['no number', { number: '' }, 'invalid_number'],
  ['this month', { expiry: '11/26' }, 'paid'],
  ['last month', { expiry: '10/26' }, 'invalid_expiry'],
  ['a year in full', { expiry: '01 / 2027' }, 'paid'],
  ['month 13', { expiry: '13/30' }, 'invalid_expiry'],
  ['month 0', { expiry: '00/30' }, 'invalid_expiry'],
  ['a century away', { expiry: '12/2126' }, 'invalid_expiry'],
  ['no expiry', { expiry: '' }, 'invalid_expiry'],
  ['a code of two digits', { cvc: '12' }, 'invalid_cvc'],
  ['a code of five digits', { cvc: '12345' }, 'invalid_cvc'],
  ['a code with letters', { cvc: 'abc' }, 'invalid_cvc'],
  ['the brand with fifteen digits and a code of three', { number: '378282246310005' }, 'invalid_cvc'],
])('%s', (_case, change, verdict) => {
  expect(judgeCard({ ...good, ...change }, NOW)).toBe(verdict)
})

test('a card is valid until the last moment of its month', () => {
  const card = { ...good, expiry: '02/28' }
  expect(judgeCard(card, Date.UTC(2028, 2, 1) - 1)).toBe('paid')
  expect(judgeCard(card, Date.UTC(2028, 2, 1))).toBe('invalid_expiry')
})
