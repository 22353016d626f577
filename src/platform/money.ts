/** Whole US cents. Dollars are used only in columns that the specification names and on screen. */
export type Cents = number

/**
 * Parses a decimal dollar amount exactly, without floating-point arithmetic.
 * @param dollars such as `"127.50"`; at most two decimals
 * @throws RangeError when it is not an amount of dollars and cents
 */
export function centsFromDollars(dollars: string | number): Cents {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(String(dollars))
  if (!match) throw new RangeError(`not an amount in dollars: ${dollars}`)
  const [, sign, whole = '0', fraction = ''] = match
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return sign ? -cents : cents
}

/**
 * Parses an amount typed by a user: `85`, `85.5`, `$1,234.50`. A comma is only a thousands separator, so
 * `10,50` is rejected.
 * @returns undefined when it is not an amount of dollars and cents below ten million
 */
export function parseMoney(typed: string): Cents | undefined {
  const match = /^\$?\s*(\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(typed.trim())
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  return Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
}

/** `amount × numerator ÷ denominator`, rounded half up ($85 × 90/60 = $127.50). All integers. */
export function proportion(amount: Cents, numerator: number, denominator: number): Cents {
  return Math.floor((2 * amount * numerator + denominator) / (2 * denominator))
}

/** Formats an amount as `$85` or `$127.50`: cents are shown only when they are not zero. */
export function formatMoney(cents: Cents): string {
  const sign = cents < 0 ? '-' : ''
  // Formatted manually: a page shows hundreds of prices, and `Intl` takes longer than rendering them.
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = Math.abs(cents) % 100
  return `${sign}$${whole}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** Formats a count with thousands separators: `12,345`. */
export const formatCount = (count: number): string =>
  String(Math.floor(count)).replace(/\B(?=(\d{3})+$)/g, ',')
