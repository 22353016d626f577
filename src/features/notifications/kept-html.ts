import { createHash } from 'node:crypto'
import { escapeHtml } from './template.ts'

/**
 * Divides the HTML of an email into a wording, which all emails of a template share, and the values of this
 * one (decision 0152). Pure.
 */

/** The HTML around the values of an email. */
export interface Wording {
  /** One more than slots: the HTML before, between and after the values. */
  parts: readonly string[]
  /** For each place between two parts, the index of its value. */
  slots: readonly number[]
}

/** HTML as a wording and its values. */
export interface DividedHtml {
  wording: Wording
  /** HTML-escaped, as they are in the email. */
  values: readonly string[]
}

/** Private-use characters around the index of a variable. A template that contains them is not divided. */
const slotOf = (nth: number) => `\uE000${nth}\uE001`
const slot = /\uE000(\d+)\uE001/

/**
 * Divides HTML into its wording and its values.
 * @param html the HTML to divide
 * @param variables the values it was rendered with
 * @param shared values that are equal in all emails of the site; they become part of the wording
 * @param render renders the same email with other values
 * @returns null if wording and values do not result in exactly this HTML
 */
export function divideHtml(
  html: string,
  {
    variables,
    shared,
    render,
  }: {
    variables: Readonly<Record<string, string>>
    shared: Readonly<Record<string, string>>
    render: (variables: Record<string, string>) => string
  },
): DividedHtml | null {
  // Blank values stay: rendering removes the paragraphs around them.
  const own = Object.keys(variables).filter(
    (name) =>
      (variables[name] ?? '').trim() !== '' &&
      !(Object.hasOwn(shared, name) && shared[name] === variables[name]),
  )
  const marked = render({ ...variables, ...Object.fromEntries(own.map((name, nth) => [name, slotOf(nth)])) })
  const pieces = marked.split(slot)
  const parts = pieces.filter((_, at) => at % 2 === 0)
  const used = pieces.filter((_, at) => at % 2 === 1).map(Number)
  const order = [...new Set(used)]
  const values = order.map((nth) => escapeHtml(variables[own[nth] ?? ''] ?? ''))
  const wording = { parts, slots: used.map((nth) => order.indexOf(nth)) }
  // Half of a surrogate pair could not be stored.
  const isStorable = [...parts, ...values].every((text) => text.isWellFormed())
  return isStorable && joinHtml(wording, values) === html ? { wording, values } : null
}

/** Puts values into their wording. Concatenation only, so that later versions show the same HTML. */
export const joinHtml = ({ parts, slots }: Wording, values: readonly string[]): string =>
  parts.map((part, at) => part + (values[slots[at] ?? -1] ?? '')).join('')

/** The SHA-256 of a wording, which identifies it. */
export const wordingDigest = ({ parts, slots }: Wording): Buffer => sha256(JSON.stringify([parts, slots]))

/** The SHA-256 of HTML, as UTF-8. */
export const htmlDigest = (html: string): Buffer => sha256(html)

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest()
