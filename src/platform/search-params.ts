/**
 * Parses and serializes query strings. All values are strings, as in a form that a browser submits:
 * `?zip=02116` keeps its leading zero. Pages validate and convert the values.
 */

/** @param text with or without its question mark; for repeated names the first value is used */
export function parseSearchParams(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text)) if (!Object.hasOwn(found, name)) found[name] = value
  return found
}

/** The inverse, including the question mark; values that are undefined or null are omitted. */
export function stringifySearchParams(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null) params.set(name, String(value))
  const text = params.toString()
  return text ? `?${text}` : ''
}

/*
 * Parsers for query parameters. Invalid values are ignored instead of rejected, so that a malformed URL still
 * opens. Plain functions, because they are part of every page's initial script.
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export const textParam = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

export function uuidParam(value: unknown): string | undefined {
  const text = textParam(value)
  return text !== undefined && UUID.test(text) ? text : undefined
}

/** Parses an integer within inclusive bounds. */
export function countParam(value: unknown, min: number, max: number): number | undefined {
  const text = textParam(value)
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined
  const count = Number(text)
  return count >= min && count <= max ? count : undefined
}

export const choiceParam = <T extends string>(options: readonly T[], value: unknown): T | undefined =>
  options.find((option) => option === value)
