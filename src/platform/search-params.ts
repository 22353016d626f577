/**
 * How the part of an address after the question mark becomes values and back. Everything is text, as in a form that a
 * browser sends itself: `?zip=02116` keeps its zero, and a page checks and converts what it takes.
 */

/** @param text with or without its question mark; of a name given twice the first value counts */
export function parseSearchParams(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text)) if (!Object.hasOwn(found, name)) found[name] = value
  return found
}

/** The way back, with its question mark; values that are undefined or null are left out. */
export function stringifySearchParams(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null) params.set(name, String(value))
  const text = params.toString()
  return text ? `?${text}` : ''
}
