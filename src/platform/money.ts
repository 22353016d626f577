/** Whole US cents. Dollars exist only in columns that the specification names and on screens. */
export type Cents = number

/**
 * Reads a decimal dollar text exactly, without passing through floating point sums.
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
 * Reads an amount that somebody typed: `85`, `85.5`, `$1,234.50`. A comma only separates thousands, so `10,50` is refused.
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

/** `$85` or `$127.50`: cents are shown only when there are some. */
export function formatMoney(cents: Cents): string {
  const sign = cents < 0 ? '-' : ''
  // By hand: a page shows hundreds of prices, and the runtime's own way takes longer than drawing them.
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = Math.abs(cents) % 100
  return `${sign}$${whole}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** A count with its thousands apart: `12,345`. */
export const formatCount = (count: number): string =>
  String(Math.floor(count)).replace(/\B(?=(\d{3})+$)/g, ',')
