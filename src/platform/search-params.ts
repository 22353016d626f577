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

/*
 * What pages read from an address. Nothing here is refused: what makes no sense is left out, so that a bad address still
 * opens. Plain functions, because they are part of every page's first script.
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export const textParam = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

export function uuidParam(value: unknown): string | undefined {
  const text = textParam(value)
  return text !== undefined && UUID.test(text) ? text : undefined
}

/** A whole number within bounds, both included. */
export function countParam(value: unknown, min: number, max: number): number | undefined {
  const text = textParam(value)
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined
  const count = Number(text)
  return count >= min && count <= max ? count : undefined
}

export const choiceParam = <T extends string>(options: readonly T[], value: unknown): T | undefined =>
  options.find((option) => option === value)
