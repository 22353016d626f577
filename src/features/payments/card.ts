/**
 * Card handling of the simulated processor's page, and links back to this site. Pure; also used in the
 * browser.
 */

/** The processor's message for each refusal of a test card. */
export const cardRefusalTexts = {
  declined: 'Your card was declined. Please try another card.',
  insufficient_funds: 'Your card has insufficient funds. Please try another card.',
  invalid_number: 'This card number is not valid.',
  invalid_expiry: 'This expiry date is not valid or has passed.',
  invalid_cvc: 'This security code is not valid.',
  confirmation_needed: 'Your bank asks you to confirm this payment.',
  not_confirmed:
    'The payment was not confirmed with your bank, so nothing was charged. Try again, or use another card.',
  card_expired: 'This card has expired. Please use another card.',
  card_removed: 'This card is no longer saved. Please use another card.',
  expired: 'Your hold on this time has expired, and you were not charged. Please choose a time again.',
  already_paid: 'This lesson is already paid. Nothing was charged again.',
  not_found: 'There is no such checkout.',
} as const

export type CardRefusalReason = keyof typeof cardRefusalTexts

export const isCardRefusal = (reason: string): reason is CardRefusalReason =>
  Object.hasOwn(cardRefusalTexts, reason)

export type CardField = 'number' | 'expiry' | 'cvc'

/** The field a refusal is about; null when it is about the card or the checkout as a whole. */
export function fieldOfRefusal(reason: CardRefusalReason): CardField | null {
  if (reason === 'invalid_number') return 'number'
  if (reason === 'invalid_expiry') return 'expiry'
  return reason === 'invalid_cvc' ? 'cvc' : null
}

/** The test card numbers from https://docs.stripe.com/testing#cards, with their outcomes. */
export const testCards = [
  { number: '4242424242424242', outcome: 'Succeeds' },
  { number: '4000000000000002', outcome: 'Is declined' },
  { number: '4000000000009995', outcome: 'Insufficient funds' },
  { number: '4000002760003184', outcome: 'Asks the bank to confirm' },
  { number: '4000000000000341', outcome: 'Succeeds once; declined when saved' },
] as const

const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** The name of a saved card's brand, which the processor gives as a code. */
export const brandName = (code: string): string => brandNames[code] ?? 'Card'

/** The expiry date of a card as it is printed: `04/31`. @param month 1 to 12 */
export const expiryText = ({ expMonth, expYear }: { expMonth: number; expYear: number }): string =>
  `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`

const brands = [
  { name: 'Amex', starts: /^3[47]/, digits: 15, groups: [4, 6, 5] },
  { name: 'Visa', starts: /^4/, digits: 19, groups: [4, 4, 4, 4, 3] },
  {
    name: 'Mastercard',
    starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    digits: 16,
    groups: [4, 4, 4, 4],
  },
  { name: 'Discover', starts: /^(6011|64[4-9]|65)/, digits: 19, groups: [4, 4, 4, 4, 3] },
]
const anyCard = { digits: 19, groups: [4, 4, 4, 4, 3] }

/** The brand of a card number by its prefix (ISO/IEC 7812 ranges); null while it is ambiguous. */
export function cardBrand(number: string): string | null {
  return findBrand(digitsOf(number))?.name ?? null
}

/**
 * Groups digits as `4242 4242 4242 4242`, or `3782 822463 10005` for American Express; drops everything but
 * digits.
 */
export function groupCardNumber(typed: string): string {
  const digits = digitsOf(typed)
  const { digits: most, groups } = findBrand(digits) ?? anyCard
  const kept = digits.slice(0, most)
  let from = 0
  const parts = groups.map((size) => {
    from += size
    return kept.slice(from - size, from)
  })
  return parts.filter(Boolean).join(' ')
}

/**
 * Formats an expiry date as `12 / 34` from typed or autofilled input: `1234`, `12/34`, `12/2034`, `3` for
 * March.
 */
export function formatExpiry(typed: string): string {
  const [head = '', tail] = typed.split('/')
  const month = tail === undefined ? null : digitsOf(head).padStart(2, '0').slice(-2)
  const digits = month === null ? digitsOf(typed) : month + digitsOf(tail ?? '')
  const whole = month === null && /^[2-9]/.test(digits) ? `0${digits}` : digits
  const year = whole
    .slice(2)
    .replace(/^20(?=\d{2})/, '')
    .slice(0, 2)
  if (whole.length < 2) return whole
  return `${whole.slice(0, 2)} / ${year}`
}

/** Up to four digits, for American Express; other brands have three. */
export const formatCvc = (typed: string) => digitsOf(typed).slice(0, 4)

/**
 * Returns the path, query and hash of an address from the processor, so that the redirect stays on this site:
 * the result always starts with exactly one slash.
 */
export function pathWithin(address: string): string {
  const url = URL.canParse(address, 'http://here') ? new URL(address, 'http://here') : new URL('http://here')
  return `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}`
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
const findBrand = (digits: string) => brands.find((brand) => brand.starts.test(digits))
