import { createHash } from 'node:crypto'

/** Card data entered on the local checkout page. Used for a single call: never stored, never logged. */
export interface TestCard {
  number: string
  /** `MM/YY` or `MM/YYYY`, spaces allowed. */
  expiry: string
  cvc: string
}

/** What the bank says to a payment; `confirmation_needed`: the payer must confirm it with the bank (3-D Secure). */
export type CardVerdict = 'paid' | 'declined' | 'insufficient_funds' | 'confirmation_needed'

export type CardRefusal =
  | Exclude<CardVerdict, 'paid'>
  | 'invalid_number'
  | 'invalid_expiry'
  | 'invalid_cvc'
  /** The payer did not confirm the payment with the bank. */
  | 'not_confirmed'
  /** Of a saved card: it has expired, or it was removed since the page was opened. */
  | 'card_expired'
  | 'card_removed'

/** The test numbers from https://docs.stripe.com/testing#cards */
const outcomes: Record<string, CardVerdict> = {
  '4242424242424242': 'paid',
  '5555555555554444': 'paid',
  '378282246310005': 'paid',
  '6011111111111117': 'paid',
  '4000000000005126': 'paid',
  '4000000000000341': 'paid',
  '4000002760003184': 'confirmation_needed',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
}

/**
 * Decides whether a card is accepted. Real cards are declined, so that the demo never appears to have charged
 * one.
 * @param now milliseconds since 1970, UTC; a card is valid until the end of its month
 */
export function judgeCard(card: TestCard, now: number): 'paid' | CardRefusal {
  const number = card.number.replace(/[ -]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return 'invalid_number'
  if (!isInFuture(card.expiry, now)) return 'invalid_expiry'
  const isAmex = /^3[47]/.test(number)
  if (!(isAmex ? /^\d{4}$/ : /^\d{3,4}$/).test(card.cvc.trim())) return 'invalid_cvc'
  return outcomes[number] ?? 'declined'
}

/** What a saved test card does when it pays again, where that differs from the first payment. */
const laterOutcomes: Record<string, CardVerdict> = { '4000000000000341': 'declined' }

/** What is kept of a test card that {@link judgeCard} accepted. */
export function describeCard(card: TestCard) {
  const number = card.number.replace(/[ -]/g, '')
  const [month, year] = card.expiry.replace(/\s/g, '').split('/').map(Number)
  return {
    brand: brandOf(number),
    last4: number.slice(-4),
    expMonth: month ?? 0,
    expYear: (year ?? 0) < 100 ? 2000 + (year ?? 0) : (year ?? 0),
    later: laterOutcomes[number] ?? outcomes[number] ?? ('declined' as const),
  }
}

/** The brands of the test numbers, by their first digit (ISO/IEC 7812). */
function brandOf(number: string): string {
  const brands: Record<string, string> = { 3: 'amex', 4: 'visa', 5: 'mastercard', 6: 'discover' }
  return brands[number.slice(0, 1)] ?? 'unknown'
}

/** Whether a card is still valid. @param now milliseconds since 1970, UTC; a card is valid until the end of its month */
export const isCardValid = ({ expMonth, expYear }: { expMonth: number; expYear: number }, now: number) =>
  Date.UTC(expYear, expMonth) > now

/** Whether a test card simulates failed refunds: https://docs.stripe.com/testing#refunds */
export const sendsRefundsBack = (card: TestCard): boolean =>
  card.number.replace(/[ -]/g, '') === '4000000000005126'

/** The default test card of a demo. */
const EVERYBODYS_CARD = '4242424242424242'

/**
 * Returns a card's fingerprint, which does not reveal its number. The default test card counts as a different
 * card for each payer; the other test numbers are the same card for every payer.
 */
export function fingerprintOf(card: TestCard, payerEmail: string): string {
  const number = card.number.replace(/[ -]/g, '')
  const owner = number === EVERYBODYS_CARD ? payerEmail.toLowerCase() : ''
  return createHash('sha256').update(`${number} ${owner}`).digest('base64url').slice(0, 22)
}

/** The check digit of ISO/IEC 7812: every second digit from the right counts double. */
function passesLuhn(number: string): boolean {
  let sum = 0
  for (const [place, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

function isInFuture(expiry: string, now: number): boolean {
  const match = /^(\d{1,2})\/(\d{2}|\d{4})$/.exec(expiry.replace(/\s/g, ''))
  const month = Number(match?.[1])
  const year = Number(match?.[2])
  if (!(month >= 1 && month <= 12)) return false
  const firstInstantAfter = Date.UTC(year < 100 ? 2000 + year : year, month)
  const fiftyYears = 50 * 366 * 86_400_000
  return firstInstantAfter > now && firstInstantAfter < now + fiftyYears
}
